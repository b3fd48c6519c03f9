import { ERRORS } from "@agatha/contracts";
import type { ApiError } from "@agatha/contracts/client";
import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Alert, FormControl, FormControlLabel, FormLabel, Link, Paper, Radio, RadioGroup, Typography } from "@mui/material";
import { Link as RouterLink } from "react-router-dom";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { POLL_INTERVALS } from "../../api/timings.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Failure } from "../../feedback/failure.js";
import { useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../../models/messages.js";
import { editHistoryPath } from "../../routing/paths.js";
import { historyVersion } from "../../step-columns/enabled-steps.js";

interface TrainingRowsProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  edited: boolean;
  /** Number of rows that the edit history leaves; null while it is not known. */
  left: number | null;
  /** Labels of the columns that only the edited rows have. */
  addedColumns: readonly string[];
  onChange(edited: boolean): void;
}

/** Says which rows the models will learn from. With an edit history, the rows that it leaves are the first choice. */
export function TrainingRows({ dataset, steps, edited, left, addedColumns, onChange }: TrainingRowsProps) {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const hasHistory = steps.some(({ enabled }) => enabled);
  const rows = format.number(dataset.nrow ?? 0);
  const toHistory = (
    <Link component={RouterLink} to={editHistoryPath(dataset.id, dataset.product_type)} variant="body2">
      {text(hasHistory ? "create.rows.toHistory" : "create.rows.edit")}
    </Link>
  );
  return (
    <Paper sx={{ p: 2, display: "grid", gap: 0.5, justifyItems: "start" }}>
      {hasHistory ? (
        <FormControl>
          <FormLabel id="training-rows">{text("create.rows.title")}</FormLabel>
          <RadioGroup
            aria-labelledby="training-rows"
            value={edited ? "edited" : "file"}
            onChange={(event) => onChange(event.target.value === "edited")}
          >
            <FormControlLabel
              value="edited"
              control={<Radio size="small" />}
              label={
                <>
                  {left === null ? text("create.rows.edited") : text("create.rows.editedCount", { rows: format.number(left) })}
                  {addedColumns.length > 0 ? (
                    <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1, overflowWrap: "anywhere" }}>
                      {text("create.rows.added", { columns: joined(addedColumns) })}
                    </Typography>
                  ) : null}
                </>
              }
            />
            <FormControlLabel value="file" control={<Radio size="small" />} label={text("create.rows.file", { rows })} />
          </RadioGroup>
        </FormControl>
      ) : (
        <Typography>{text("create.rows.only", { rows })}</Typography>
      )}
      {toHistory}
    </Paper>
  );
}

interface EditedRows {
  /** Number of rows that the edit history leaves; null while it is not known, or if no step is enabled. */
  left: number | null;
  /** Why there are no rows to learn from, if so: the steps leave none, or one of them cannot be applied. */
  failure: ApiError | null;
  retry(): void;
}

const WITHOUT_ROWS: readonly (string | undefined)[] = [ERRORS.noRowsLeft, ERRORS.dataExtraction];

export function useEditedRows(datasetId: string, steps: readonly EditStepAnswer[]): EditedRows {
  const api = useApi();
  const { data, error, refetch } = useApiQuery(
    [...QUERY_KEYS.rows(datasetId), "left", historyVersion(steps)],
    (signal) => api.rows(datasetId, { start: 0, limit: 1, use_ext_data: true }, signal),
    {
      enabled: steps.some(({ enabled }) => enabled),
      refetchInterval: (answer) => (answer === null ? POLL_INTERVALS.rows : false),
    },
  );
  return {
    left: error?.code === ERRORS.noRowsLeft ? 0 : (data?.total ?? null),
    failure: error && WITHOUT_ROWS.includes(error.code) ? error : null,
    retry: () => void refetch(),
  };
}

/** Stands in the place of the form while the edit history gives no rows, and says what to do. */
export function NoTrainingRows({ failure, retry }: { failure: ApiError; retry(): void }) {
  const text = useText(messages);
  if (failure.code === ERRORS.noRowsLeft) return <Alert severity="warning">{text("create.rows.none")}</Alert>;
  return (
    <Failure error={failure} title={text("create.rows.failed")} onRetry={retry}>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {text("create.rows.failedHint")}
      </Typography>
    </Failure>
  );
}
