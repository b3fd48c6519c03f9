import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Alert, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import type { CsvDialect } from "./csv-dialect-dialog.js";
import { ReparseButton } from "./reparse-button.js";

/** Shows why and where a dataset could not be read, and offers to read it with other options. */
export function DatasetReadError({ dataset: { id, name, format, reason, message } }: { dataset: DatasetAnswer }) {
  const messageOf = useErrorCodeMessage();
  const reparse = useReparseDataset(id);
  return (
    <Alert severity="error">
      {messageOf(reason) ?? messageOf(ERRORS.unknown)} ({reason ?? ERRORS.unknown})
      {message ? (
        <Typography lang="en" variant="body2">
          {message}
        </Typography>
      ) : null}
      {format === "csv" ? (
        <ReparseButton
          name={name}
          size="small"
          color="inherit"
          variant="outlined"
          sx={{ mt: 1 }}
          onSubmit={(dialect) => void reparse(dialect)}
        />
      ) : null}
    </Alert>
  );
}

/** Returns a function that makes the server read the file again. */
export function useReparseDataset(id: string): (dialect: CsvDialect) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const failureText = useFailureText();
  return async (dialect) => {
    try {
      queryClient.setQueryData(QUERY_KEYS.dataset(id), await api.updateDataset(id, dialect));
      await queryClient.invalidateQueries({ queryKey: ["datasets"] });
    } catch (error) {
      notify(failureText("change", error), { type: "error" });
    }
  };
}
