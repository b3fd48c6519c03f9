import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, LinearProgress, Paper } from "@mui/material";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { isDatasetBusy } from "../../api/queries.js";
import { DatasetReadError } from "../../csv-dialect/dataset-read-error.js";
import { AfterPaint } from "../../feedback/after-paint.js";
import { Deferred } from "../../feedback/deferred.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { rowOfAddress } from "../../routing/paths.js";
import { useColumnOrder } from "./columns/use-column-order.js";
import { columnsToLookAt } from "./data-check/column-flags.js";
import { useFinishedCheck } from "./data-check/use-finished-check.js";
import { DatasetLoading } from "./dataset-loading.js";
import { DatasetUpdateProvider, useDatasetUpdate } from "./dataset-update.js";
import { DataGrid } from "./grid/data-grid.js";
import { rowsVersion } from "./grid/rows-version.js";
import { messages } from "./messages.js";
import { type PanelView, togglePanel } from "./panel-view.js";
import { SidePanel } from "./side-panel.js";
import { DatasetToolbar } from "./toolbar.js";

/** Screen of a dataset: its table, its columns and its data check. */
export default function DatasetScreen() {
  const { dataset } = useAnalysisDataset();
  if (dataset.data === undefined) return dataset.error ? null : <Loading rows={12} />;
  return (
    <Deferred key={dataset.data.id}>
      <DatasetView dataset={dataset.data} />
    </Deferred>
  );
}

function DatasetView({ dataset }: { dataset: DatasetAnswer }) {
  if (dataset.status.endsWith("_fail")) {
    return (
      <Box sx={{ p: { xs: 2, md: 3 } }}>
        <DatasetReadError dataset={dataset} />
      </Box>
    );
  }
  // While the server reads a table again, the previous one is shown.
  if (dataset.columns.length === 0) return <DatasetLoading dataset={dataset} />;
  return (
    <DatasetUpdateProvider dataset={dataset}>
      <DatasetTable />
    </DatasetUpdateProvider>
  );
}

function DatasetTable() {
  const text = useText(messages);
  const { dataset } = useDatasetUpdate();
  const columns = useColumnOrder(dataset.id, dataset.columns);
  const check = useFinishedCheck(dataset.id);
  const flagged = useMemo(() => {
    const lines = check.data ? columnsToLookAt(check.data, dataset.product_type) : [];
    return new Set(lines.map(({ name }) => name));
  }, [check.data, dataset.product_type]);
  const [query] = useSearchParams();
  const row = rowOfAddress(query);
  const highlighted = useMemo(() => new Set(row === null ? [] : [row]), [row]);
  const [panel, setPanel] = useState<PanelView>(null);
  const busy = isDatasetBusy(dataset) || check.running;
  return (
    <Box sx={{ flexGrow: 1, minHeight: 0, display: "flex", flexDirection: "column", gap: 1, px: { xs: 2, md: 3 }, pb: { xs: 1, md: 2 } }}>
      <DatasetToolbar
        columns={columns}
        check={check.data}
        panel={panel?.tab ?? null}
        onPanel={(tab) => setPanel(togglePanel(panel, tab))}
      />
      <Box sx={{ height: 4 }}>{busy ? <LinearProgress aria-label={text("waiting.again", { name: dataset.title })} /> : null}</Box>
      <Box sx={{ flexGrow: 1, minHeight: 320, display: "flex", gap: 2 }}>
        <Paper sx={{ flexGrow: 1, minWidth: 0, overflow: "hidden", display: "flex", flexDirection: "column" }}>
          <AfterPaint>
            <DataGrid
              table={{ id: dataset.id, name: dataset.title, nrow: dataset.nrow ?? 0, columnCount: dataset.columns.length }}
              version={rowsVersion(dataset)}
              columns={columns.visible}
              flagged={flagged}
              highlighted={highlighted}
              onOpenColumn={(uid) => setPanel({ tab: "columns", uid })}
            />
          </AfterPaint>
        </Paper>
        <SidePanel columns={columns} check={check} view={panel} onView={setPanel} />
      </Box>
    </Box>
  );
}
