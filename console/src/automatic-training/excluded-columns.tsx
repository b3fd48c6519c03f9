import type { ModelInfo } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";

type WarningCode = ModelInfo["warnings"][number]["code"];
const TRANSLATED_REASONS = [
  "leakage",
  "among_leaks",
  "leaks_together",
  "names_the_row",
  "names_the_group",
  "time_left_out",
  "looks_like_label",
  "constant",
  "all_missing",
  "too_many_levels",
  "too_large",
  "not_numeric",
] as const satisfies WarningCode[];

/** Columns that the models do not learn from, each with the reason. */
export function ExcludedColumns({ training }: { training: AutoModelAnswer }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const api = useApi();
  const best = training.model_id ?? "";
  // The training gives reasons in English. The best model's warnings give the same reasons as codes.
  const info = useApiQuery([...QUERY_KEYS.model(best), "info"], (signal) => api.modelInfo(training.dataset_id, best, signal), {
    enabled: best !== "",
  });
  const codeOf = (column: string) =>
    TRANSLATED_REASONS.find((code) => info.data?.warnings.some((warning) => warning.code === code && warning.column === column));
  return (
    <Paper sx={{ p: 2 }}>
      <Typography variant="h3" component="h2">
        {text("leftOut")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={text("leftOut")}>
        <Table size="small" sx={{ "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>{modelText("importance.column")}</TableCell>
              <TableCell>{text("why")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {training.left_out.map(({ column, reason }) => {
              const code = codeOf(column);
              return (
                <TableRow key={column}>
                  <TableCell component="th" scope="row">
                    {column}
                  </TableCell>
                  <TableCell {...(code ? {} : { lang: "en" })}>{code ? text(`because.${code}`) : reason}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {text("leftOutHint")}
      </Typography>
    </Paper>
  );
}
