import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Button } from "@mui/material";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { rowOfAddress } from "../../routing/paths.js";
import { useRowSource } from "../../rows/row-source.js";
import { DataGrid } from "../dataset/grid/data-grid.js";
import { messages } from "./messages.js";
import type { EditHistoryController } from "./use-edit-history.js";
import type { EditHistoryResult } from "./use-edit-history-result.js";

interface RowsViewProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  history: EditHistoryController;
  result: EditHistoryResult;
}

/** Table of the rows after the steps. */
export function RowsView({ dataset, steps, history, result }: RowsViewProps) {
  const [query] = useSearchParams();
  const row = rowOfAddress(query);
  const selected = useRowSource()?.selected;
  const highlighted = useMemo(() => (row === null || selected?.size ? selected : new Set([row])), [row, selected]);
  if (result.nrow === null) return <NoRows steps={steps} history={history} result={result} />;
  const { id, name } = dataset;
  const table = { id, name, nrow: result.nrow, columnCount: result.columns.length, edited: true };
  return (
    <DataGrid
      key={result.version}
      table={table}
      version={result.version}
      columns={result.visibleColumns}
      {...(highlighted && { highlighted })}
    />
  );
}

/** Error code for steps that leave no rows. */
const NO_ROWS_LEFT = ERRORS.noRowsLeft;

/** Replaces the rows while there are none: loading, no rows left, or a step that cannot be applied. */
export function NoRows({ steps, history, result }: Omit<RowsViewProps, "dataset">) {
  const text = useText(messages);
  const last = steps.findLast(({ enabled }) => enabled);
  const switchOff = last ? (
    <Button variant="outlined" color="inherit" size="small" onClick={() => void history.change([last.id], "disable")}>
      {text("result.switchOff")}
    </Button>
  ) : undefined;
  if (result.error?.code === NO_ROWS_LEFT)
    return <EmptyState title={text("result.none")} hint={text("result.noneHint")} action={switchOff} />;
  if (!result.error) return <Loading rows={12} />;
  return (
    <Failure error={result.error} title={text("result.failed")} onRetry={result.retry}>
      {switchOff}
    </Failure>
  );
}
