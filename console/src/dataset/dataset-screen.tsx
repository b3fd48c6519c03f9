import type { ColumnCheck } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, LinearProgress, Paper } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { isDatasetBusy, KEYS, useDataCheck } from "../api/queries.js";
import { useText } from "../i18n/use-text.js";
import { Trouble } from "../reading/trouble.js";
import { useOpenDataset } from "../routing/analysis-context.js";
import { Loading } from "../states/loading.js";
import { Grid } from "./grid.js";
import { messages } from "./messages.js";
import { type PanelView, SidePanel } from "./side-panel.js";
import { DatasetToolbar } from "./toolbar.js";
import { useColumns } from "./use-columns.js";
import { Waiting } from "./waiting.js";

/** The table itself, its columns, and what is to be thought of them. */
export default function DatasetScreen() {
  const { dataset } = useOpenDataset();
  if (dataset.data === undefined) return dataset.error ? null : <Loading rows={12} />;
  return <OpenDataset key={dataset.data.id} dataset={dataset.data} />;
}

function OpenDataset({ dataset }: { dataset: DatasetAnswer }) {
  if (dataset.status.endsWith("_fail")) {
    return (
      <Box sx={{ p: { xs: 2, md: 3 } }}>
        <Trouble dataset={dataset} />
      </Box>
    );
  }
  // While a table is read another time, the one before is shown.
  if (dataset.columns.length === 0) return <Waiting dataset={dataset} />;
  return <Table dataset={dataset} />;
}

function Table({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const columns = useColumns(dataset.id, dataset.columns);
  const check = useDataCheck(dataset.id);
  useDatasetAfterCheck(dataset.id, check.error ? "error" : check.data?.status);
  const checks = useMemo(
    () => new Map<string, ColumnCheck>((check.data?.check_table ?? []).map((line) => [line.name, line])),
    [check.data],
  );
  const [panel, setPanel] = useState<PanelView | null>(null);
  const busy = isDatasetBusy(dataset) || check.data?.status === "init";
  return (
    <Box sx={{ flexGrow: 1, minHeight: 0, display: "flex", flexDirection: "column", gap: 1, px: { xs: 2, md: 3 }, pb: { xs: 1, md: 2 } }}>
      <DatasetToolbar dataset={dataset} columns={columns} check={check.data} onPanel={setPanel} />
      <Box sx={{ height: 4 }}>{busy ? <LinearProgress aria-label={text("waiting.again", { name: dataset.name })} /> : null}</Box>
      <Box sx={{ flexGrow: 1, minHeight: 320, display: "flex", gap: 2 }}>
        <Paper sx={{ flexGrow: 1, minWidth: 0, overflow: "hidden", display: "flex", flexDirection: "column" }}>
          <Grid
            dataset={dataset}
            version={versionOf(dataset)}
            columns={columns.shown}
            checks={checks}
            onOpenColumn={(uid) => setPanel({ tab: "columns", uid })}
          />
        </Paper>
        <SidePanel dataset={dataset} columns={columns} check={check} view={panel} onView={setPanel} />
      </Box>
    </Box>
  );
}

/** What the rows depend on. */
function versionOf({ sampling, encoding, delimiter, decimal, timezone, columns }: DatasetAnswer): string {
  return [sampling, encoding, delimiter, decimal, timezone, columns.map(({ type }) => type).join("")].join(" ");
}

/** A changed dataset is read and checked anew; once that is done, its columns and figures are others. */
function useDatasetAfterCheck(id: string, state: "init" | "success" | "error" | undefined): void {
  const queryClient = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "init" && state !== "init") void queryClient.invalidateQueries({ queryKey: KEYS.dataset(id), exact: true });
    before.current = state;
  }, [queryClient, id, state]);
}
