import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import { Button } from "@mui/material";
import { Grid } from "../dataset/grid.js";
import { useText } from "../i18n/use-text.js";
import { Empty } from "../states/empty.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
import { messages } from "./messages.js";
import type { History } from "./use-history.js";
import type { Result } from "./use-result.js";

interface ResultProps {
  dataset: DatasetAnswer;
  entries: readonly ExtractionAnswer[];
  history: History;
  result: Result;
}

/** The rows that the steps leave. */
export function RowsView({ dataset, entries, history, result }: ResultProps) {
  if (result.nrow === null) return <NoRows entries={entries} history={history} result={result} />;
  const { id, name } = dataset;
  const table = { id, name, nrow: result.nrow, columnCount: result.columns.length, extracted: true };
  return <Grid key={result.version} table={table} version={result.version} columns={result.shown} />;
}

/** What the server says of steps that leave no row. */
const NO_ROWS = "010409";

/** Where there are no rows to show: on their way, none left, or a step that cannot be carried out. */
export function NoRows({ entries, history, result }: Omit<ResultProps, "dataset">) {
  const text = useText(messages);
  const last = entries.findLast(({ enabled }) => enabled);
  const switchOff = last ? (
    <Button variant="outlined" color="inherit" size="small" onClick={() => void history.change([last.id], "disable")}>
      {text("result.switchOff")}
    </Button>
  ) : undefined;
  if (result.error?.code === NO_ROWS) return <Empty title={text("result.none")} hint={text("result.noneHint")} action={switchOff} />;
  if (!result.error) return <Loading rows={12} />;
  return (
    <Failure error={result.error} title={text("result.failed")} onRetry={result.retry}>
      {switchOff}
    </Failure>
  );
}
