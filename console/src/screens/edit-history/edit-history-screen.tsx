import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Box, LinearProgress, Paper } from "@mui/material";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { DatasetReadError } from "../../csv-dialect/dataset-read-error.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { TabList } from "../../lists/tab-list.js";
import { OwnerOnly } from "../../restrictions/for-role.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { RowSourceProvider } from "../../rows/row-source.js";
import { SelectionBar } from "../../rows/selection-bar.js";
import { tableColumns } from "../../step-columns/step-columns.js";
import { DatasetLoading } from "../dataset/dataset-loading.js";
import { ApiView } from "./api-page/api-view.js";
import { ChartsView } from "./charts-view.js";
import { DashboardView } from "./dashboard/dashboard-view.js";
import { DownloadRows } from "./download-rows.js";
import { messages } from "./messages.js";
import { RowCounts } from "./row-counts.js";
import { RowsView } from "./rows-view.js";
import { SaveAsDataset } from "./save-as-dataset.js";
import { EditHistoryPanel } from "./step-list/edit-history-panel.js";
import { StepDialog } from "./step-list/step-dialog.js";
import type { StepType } from "./steps/step-draft.js";
import { useStepText } from "./steps/use-step-text.js";
import { TemplatesButton } from "./templates/templates-button.js";
import { type EditHistoryController, useEditHistory } from "./use-edit-history.js";
import { type EditHistoryResult, useEditHistoryResult } from "./use-edit-history-result.js";

/** Screen of the edit history and of the rows after its steps. */
export default function EditHistoryScreen() {
  const { dataset } = useAnalysisDataset();
  if (dataset.data === undefined) return dataset.error ? null : <Loading rows={12} />;
  return <EditHistoryView key={dataset.data.id} dataset={dataset.data} />;
}

function EditHistoryView({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const history = useEditHistory(dataset.id);
  if (dataset.status.endsWith("_fail")) {
    return (
      <Box sx={{ p: { xs: 2, md: 3 } }}>
        <DatasetReadError dataset={dataset} />
      </Box>
    );
  }
  if (dataset.columns.length === 0) return <DatasetLoading dataset={dataset} />;
  if (history.steps) return <EditHistoryEditor dataset={dataset} history={history} steps={history.steps} />;
  return history.error ? <Failure error={history.error} title={text("history.failed")} onRetry={history.retry} /> : <Loading rows={12} />;
}

interface EditHistoryEditorProps {
  dataset: DatasetAnswer;
  history: EditHistoryController;
  steps: readonly EditStepAnswer[];
}

function EditHistoryEditor({ dataset, history, steps }: EditHistoryEditorProps) {
  const table = useMemo(() => tableColumns(dataset.columns), [dataset.columns]);
  const describeStep = useStepText(table);
  const result = useEditHistoryResult(dataset, steps);
  const [query, setQuery] = useSearchParams();
  const asked = query.get("add") === "unpivot";
  const [open, setOpen] = useState<{ type: StepType; edited: EditStepAnswer | null } | null>(
    asked ? { type: "unpivot", edited: null } : null,
  );
  const close = () => {
    setOpen(null);
    if (asked) setQuery((present) => new URLSearchParams([...present].filter(([name]) => name !== "add")), { replace: true });
  };
  return (
    <Box
      sx={{
        flexGrow: 1,
        // On a phone the page scrolls and the parts keep their height.
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
      <EditHistoryPanel
        history={history}
        steps={steps}
        describe={describeStep}
        onAdd={(type) => setOpen({ type, edited: null })}
        onEdit={(edited) => setOpen({ type: edited.spec.type, edited })}
        actions={<TemplatesButton dataset={dataset} steps={steps} table={table} onApplied={history.replace} />}
      />
      <RowSourceProvider key={result.version} datasetId={dataset.id} edited>
        <ResultViews dataset={dataset} history={history} steps={steps} result={result} describe={describeStep} />
      </RowSourceProvider>
      {open ? (
        <StepDialog
          {...open}
          dataset={dataset}
          table={table}
          steps={steps}
          describe={describeStep}
          onAdded={history.refresh}
          onClose={close}
        />
      ) : null}
    </Box>
  );
}

const VIEWS = ["rows", "charts", "dashboard", "api"] as const;
type View = (typeof VIEWS)[number];

/** Views of the result: rows, charts and the API. */
function ResultViews(props: EditHistoryEditorProps & { result: EditHistoryResult; describe: ReturnType<typeof useStepText> }) {
  const text = useText(messages);
  const { dataset, steps, result, describe } = props;
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find((name) => name === query.get("view")) ?? "rows";
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
    dashboard: () => <DashboardView {...props} onAdd={() => show("charts")} />,
    api: () => (
      <OwnerOnly>
        <ApiView dataset={dataset} steps={steps} describe={describe} />
      </OwnerOnly>
    ),
  };
  return (
    <Box sx={{ display: "flex", flexDirection: "column", minWidth: 0, minHeight: 0 }}>
      <TabList
        label={text("view.label")}
        tabs={VIEWS.map((name) => ({ value: name, id: `view-${name}`, panel: "view-panel", label: text(`view.${name}`) }))}
        value={view}
        onChange={show}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 1, minHeight: 48, flexShrink: 0 }}>
        <Box sx={{ flexGrow: 1 }}>
          <RowCounts dataset={dataset} result={result} edited={steps.some(({ enabled }) => enabled)} />
          <SelectionBar />
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
