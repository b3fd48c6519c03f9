import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Alert, Button, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import { useErrorText } from "../errors/use-error-text.js";
import { useReasonText } from "../errors/use-reason-text.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { type Reading, ReadingDialog } from "./reading-dialog.js";

/** Why a dataset could not be read, where, and the way to read it differently. */
export function Trouble({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const { sentence, code } = useReasonText()(dataset.reason);
  const readAgain = useReadAgain(dataset.id);
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
      <ReadingDialog open={asking} name={dataset.name} onRead={(reading) => void readAgain(reading)} onClose={() => setAsking(false)} />
    </Alert>
  );
}

/** Has the server read the file another time. */
export function useReadAgain(id: string): (reading: Reading) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  return async (reading) => {
    try {
      queryClient.setQueryData(KEYS.dataset(id), await api.updateDataset(id, reading));
      await queryClient.invalidateQueries({ queryKey: ["datasets"] });
    } catch (error) {
      notify(errorText(error).sentence, { type: "error" });
    }
  };
}
