import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import { Box, LinearProgress, Paper, Tab, Tabs } from "@mui/material";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Waiting } from "../dataset/waiting.js";
import { useText } from "../i18n/use-text.js";
import { Trouble } from "../reading/trouble.js";
import { useOpenDataset } from "../routing/analysis-context.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
import { ApiView } from "./api-page/api-view.js";
import { ChartsView } from "./charts/charts-view.js";
import { Counts } from "./counts.js";
import { DownloadRows } from "./download-rows.js";
import { HistoryPanel } from "./history/history-panel.js";
import { StepDialog } from "./history/step-dialog.js";
import { messages } from "./messages.js";
import { RowsView } from "./rows-view.js";
import { SaveAsDataset } from "./save-as-dataset.js";
import { columnsOfTable } from "./steps/columns.js";
import type { StepType } from "./steps/draft.js";
import { useStepText } from "./steps/use-words.js";
import { TemplatesButton } from "./templates/templates-button.js";
import { type History, useHistory } from "./use-history.js";
import { type Result, useResult } from "./use-result.js";

/** How a dataset is edited for a use, and what is left of it then. */
export default function ExplorationScreen() {
  const { dataset } = useOpenDataset();
  if (dataset.data === undefined) return dataset.error ? null : <Loading rows={12} />;
  return <OpenDataset key={dataset.data.id} dataset={dataset.data} />;
}

function OpenDataset({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const history = useHistory(dataset.id);
  if (dataset.status.endsWith("_fail")) {
    return (
      <Box sx={{ p: { xs: 2, md: 3 } }}>
        <Trouble dataset={dataset} />
      </Box>
    );
  }
  if (dataset.columns.length === 0) return <Waiting dataset={dataset} />;
  if (history.entries) return <Editor dataset={dataset} history={history} entries={history.entries} />;
  return history.error ? <Failure error={history.error} title={text("history.failed")} onRetry={history.retry} /> : <Loading rows={12} />;
}

interface EditorProps {
  dataset: DatasetAnswer;
  history: History;
  entries: readonly ExtractionAnswer[];
}

function Editor({ dataset, history, entries }: EditorProps) {
  const table = useMemo(() => columnsOfTable(dataset.columns), [dataset.columns]);
  const whatOf = useStepText(table);
  const result = useResult(dataset, entries);
  const [adding, setAdding] = useState<StepType | null>(null);
  return (
    <Box
      sx={{
        flexGrow: 1,
        // On a phone the page scrolls, and the parts are as tall as they are.
        flexShrink: { xs: 0, md: 1 },
        minHeight: 0,
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "340px minmax(0, 1fr)" },
        gridTemplateRows: { xs: "auto auto", md: "minmax(0, 1fr)" },
        px: { xs: 2, md: 3 },
        pb: { xs: 1, md: 2 },
      }}
    >
      <HistoryPanel
        history={history}
        entries={entries}
        whatOf={whatOf}
        onAdd={setAdding}
        actions={<TemplatesButton dataset={dataset} entries={entries} table={table} onApplied={history.put} />}
      />
      <Views dataset={dataset} history={history} entries={entries} result={result} />
      {adding ? (
        <StepDialog
          type={adding}
          dataset={dataset}
          table={table}
          entries={entries}
          whatOf={whatOf}
          onAdded={history.refresh}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </Box>
  );
}

const VIEWS = ["rows", "charts", "api"] as const;
type View = (typeof VIEWS)[number];

/** What is left: its rows, charts of it, and how other systems are given it. */
function Views(props: EditorProps & { result: Result }) {
  const text = useText(messages);
  const { dataset, entries, result } = props;
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find((each) => each === query.get("view")) ?? "rows";
  const show = (next: View) =>
    setQuery(
      (present) => {
        present.set("view", next);
        return present;
      },
      { replace: true },
    );
  const panels: Record<View, () => ReactNode> = {
    rows: () => (
      <Paper sx={{ flexGrow: 1, minHeight: { xs: 420, md: 240 }, height: { xs: 420, md: 0 }, overflow: "hidden" }}>
        <RowsView {...props} />
      </Paper>
    ),
    charts: () => <ChartsView {...props} />,
    api: () => <ApiView dataset={dataset} entries={entries} />,
  };
  return (
    <Box sx={{ display: "flex", flexDirection: "column", minWidth: 0, minHeight: 0 }}>
      <Tabs
        value={view}
        onChange={(_event, next: View) => show(next)}
        aria-label={text("view.label")}
        sx={{ borderBottom: 1, borderColor: "divider", minHeight: 42, flexShrink: 0 }}
      >
        {VIEWS.map((each) => (
          <Tab key={each} value={each} id={`view-${each}`} aria-controls="view-panel" label={text(`view.${each}`)} sx={{ minHeight: 42 }} />
        ))}
      </Tabs>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 1, minHeight: 48, flexShrink: 0 }}>
        <Box sx={{ flexGrow: 1 }}>
          <Counts dataset={dataset} result={result} edited={entries.some(({ enabled }) => enabled)} />
        </Box>
        {result.nrow === null ? null : (
          <>
            <DownloadRows dataset={dataset} />
            <SaveAsDataset dataset={dataset} />
          </>
        )}
      </Box>
      <Box sx={{ height: 4, mb: 0.5, flexShrink: 0 }}>{result.loading ? <LinearProgress aria-label={text("counts.working")} /> : null}</Box>
      <Box
        role="tabpanel"
        id="view-panel"
        aria-labelledby={`view-${view}`}
        sx={{ flexGrow: 1, minHeight: 0, display: "flex", flexDirection: "column", overflow: { md: "auto" } }}
      >
        {panels[view]()}
      </Box>
    </Box>
  );
}
