import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Alert, Button, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useFailureReason } from "../errors/use-failure-reason.js";
import { useText } from "../i18n/use-text.js";
import { type CsvDialect, CsvDialectDialog } from "./csv-dialect-dialog.js";
import { messages } from "./messages.js";

/** Why a dataset could not be read, where, and the way to read it differently. */
export function DatasetReadError({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const { sentence, code } = useFailureReason()(dataset.reason);
  const readAgain = useReparseDataset(dataset.id);
  const [asking, setAsking] = useState(false);
  return (
    <Alert severity="error">
      {sentence} ({code})
      {dataset.message ? (
        <Typography lang="en" variant="body2">
          {dataset.message}
        </Typography>
      ) : null}
      {dataset.format === "csv" ? (
        <Button size="small" color="inherit" variant="outlined" sx={{ mt: 1 }} onClick={() => setAsking(true)}>
          {text("reread")}
        </Button>
      ) : null}
      <CsvDialectDialog
        open={asking}
        name={dataset.name}
        onSubmit={(reading) => void readAgain(reading)}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}

/** Has the server read the file another time. */
export function useReparseDataset(id: string): (reading: CsvDialect) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorMessage();
  return async (reading) => {
    try {
      queryClient.setQueryData(QUERY_KEYS.dataset(id), await api.updateDataset(id, reading));
      await queryClient.invalidateQueries({ queryKey: ["datasets"] });
    } catch (error) {
      notify(errorText(error).sentence, { type: "error" });
    }
  };
}
