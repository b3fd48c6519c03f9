import type { TextEncoding } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, MenuItem, TextField } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/services.js";
import { downloadFile, fileNameOf } from "../../charts/download.js";
import { EncodingField } from "../../csv-dialect/encoding-field.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

interface DownloadDialogProps {
  evaluation: EvaluationAnswer;
  /** Limit on the flagged share that replaces the comparison's own; null to keep that. */
  limit: number | null;
  open: boolean;
  onClose(): void;
}

const ALL_MODELS = "";

/** Downloads the test rows with the models' predictions as a compressed CSV file in a chosen encoding. */
export function DownloadDialog({ evaluation, limit, open, onClose }: DownloadDialogProps) {
  const text = useText(messages);
  const [encoding, setEncoding] = useState<TextEncoding>("utf-8");
  const [model, setModel] = useState(ALL_MODELS);
  const loading = useDownloadPredictions(evaluation, onClose);
  const answered = evaluation.evaluation_bymodel.filter(({ status }) => status === "success");
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="download-title">
      <DialogTitle id="download-title">{text("download.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2, pt: 0 }}>
        <DialogContentText>{text("download.hint")}</DialogContentText>
        <EncodingField value={encoding} onChange={setEncoding} />
        <TextField
          select
          fullWidth
          id="download-model"
          label={text("download.model")}
          value={model}
          onChange={(event) => setModel(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value={ALL_MODELS}>{text("download.all")}</MenuItem>
          {answered.map(({ id, model_title }) => (
            <MenuItem key={id} value={id}>
              {model_title}
            </MenuItem>
          ))}
        </TextField>
        {loading.error ? <Failure error={loading.error} title={text("download.failed")} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("close")}</Button>
        <Button variant="contained" loading={loading.isPending} onClick={() => loading.mutate({ encoding, model, limit })}>
          {text("download.start")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DownloadOptions {
  encoding: TextEncoding;
  model: string;
  limit: number | null;
}

function useDownloadPredictions({ dataset_id, id }: EvaluationAnswer, onDone: () => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ encoding, model, limit }: DownloadOptions) => {
      const options = limit === null ? { encoding } : { encoding, max_fpr: limit };
      const response =
        model === ALL_MODELS
          ? await api.downloadEvaluation(dataset_id, id, options)
          : await api.downloadEvaluationByModel(dataset_id, id, model, options);
      downloadFile(fileNameOf(response) ?? "evaluation.csv.gz", await response.blob());
    },
    onSuccess: onDone,
  });
}
