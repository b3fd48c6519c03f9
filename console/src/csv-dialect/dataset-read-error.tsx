import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer, ReadingFields } from "@agatha/contracts/wire";
import { Alert } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import { FileProblem } from "./file-problem.js";
import { useDatasetSource } from "./read-source.js";
import { ReparseButton } from "./reparse-button.js";
import { isRereadable } from "./rereadable.js";

/** Shows why and where a dataset could not be read, and offers to read it with other options where that can help. */
export function DatasetReadError({ dataset }: { dataset: DatasetAnswer }) {
  const { id, reason, message, fault } = dataset;
  const messageOf = useErrorCodeMessage();
  const reparse = useReparseDataset(id);
  const source = useDatasetSource(dataset);
  return (
    <Alert severity="error">
      {messageOf(reason) ?? messageOf(ERRORS.unknown)} ({reason ?? ERRORS.unknown})
      {message ? <FileProblem message={message} fault={fault} /> : null}
      {isRereadable([fault]) ? (
        <ReparseButton
          source={source}
          size="small"
          color="inherit"
          variant="outlined"
          sx={{ mt: 1, display: "block" }}
          onSubmit={(options) => void reparse(options)}
        />
      ) : null}
    </Alert>
  );
}

/** Returns a function that makes the server read the file again. */
export function useReparseDataset(id: string): (options: ReadingFields) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const failureText = useFailureText();
  return async (options) => {
    try {
      queryClient.setQueryData(QUERY_KEYS.dataset(id), await api.updateDataset(id, options));
      await queryClient.invalidateQueries({ queryKey: ["datasets"] });
    } catch (error) {
      notify(failureText("change", error), { type: "error" });
    }
  };
}
