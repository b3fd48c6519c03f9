import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { CsvDialectDialog } from "../csv-dialect/csv-dialect-dialog.js";
import { messages as readingMessages } from "../csv-dialect/messages.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { EmptyState } from "../feedback/empty-state.js";
import { Failure } from "../feedback/failure.js";
import { FileButton } from "../file-upload/file-button.js";
import { UploadProgress } from "../file-upload/upload-progress.js";
import { type EvaluationInputTransfer, useUploads } from "../file-upload/uploads-context.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** The file that was last sent for a comparison from this window. */
export function useEvaluationInputUpload(evaluationId: string): EvaluationInputTransfer | undefined {
  return useUploads().tests.findLast(({ fields }) => fields.evaluationId === evaluationId);
}

/** A comparison that has no test rows yet: waits for a file, takes one, or waits to be started. */
export function EvaluationInputFile({ evaluation }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const upload = useEvaluationInputUpload(evaluation.id);
  if (upload?.state.phase === "sending") return <UploadInProgress upload={upload} share={upload.state.share} />;
  if (upload?.state.phase === "failed") return <UploadFailure evaluation={evaluation} upload={upload} error={upload.state.error} />;
  if (evaluation.status === "prepare_upload_finish") return <StartEvaluation evaluation={evaluation} />;
  return (
    <Paper>
      <EmptyState title={text("file.waits")} hint={text("file.waitsHint")} action={<ReplaceFileButton evaluation={evaluation} first />} />
    </Paper>
  );
}

/** Takes another file for the comparison, and starts it. */
export function ReplaceFileButton({ evaluation, first = false }: { evaluation: EvaluationAnswer; first?: boolean }) {
  const text = useText(messages);
  const { sendTest } = useUploads();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) sendTest(file, { datasetId: evaluation.dataset_id, evaluationId: evaluation.id, fields: {} });
  };
  return <FileButton variant={first ? "contained" : "outlined"} label={text(first ? "rows.choose" : "rows.otherFile")} onFiles={take} />;
}

/** Sends the same file once more, to be read in another way; only while this window still has it. */
export function ReparseButton({ upload }: { upload: EvaluationInputTransfer }) {
  const reading = useText(readingMessages);
  const { sendTest } = useUploads();
  const [asking, setAsking] = useState(false);
  const { file, fields } = upload;
  if (!/\.csv$/i.test(file.name)) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {reading("reread")}
      </Button>
      <CsvDialectDialog
        open={asking}
        name={file.name}
        onSubmit={(how) => sendTest(file, { ...fields, fields: { ...fields.fields, ...how } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function UploadInProgress({ upload: { file, cancel }, share }: { upload: EvaluationInputTransfer; share: number }) {
  const text = useText(messages);
  const format = useFormat();
  const sent = { share: format.percent(Math.floor(share * 100) / 100), size: format.bytes(file.size) };
  return (
    <Paper sx={{ p: 2 }}>
      <UploadProgress
        name={file.name}
        share={share}
        note={share < 1 ? text("file.share", sent) : text("file.processing")}
        cancelLabel={text("file.cancel", { name: file.name })}
        onCancel={cancel}
      />
    </Paper>
  );
}

function UploadFailure({ evaluation, upload, error }: { evaluation: EvaluationAnswer; upload: EvaluationInputTransfer; error: unknown }) {
  const text = useText(messages);
  const { sendTest } = useUploads();
  const { sentence, code, details } = useErrorMessage()(error);
  const { file, fields } = upload;
  return (
    <Alert severity="error" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      <strong>{file.name}</strong>: {sentence} ({code})
      {details.map((detail) => (
        <Typography key={detail} lang="en" variant="body2">
          {detail}
        </Typography>
      ))}
      <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" onClick={() => sendTest(file, fields)}>
          {text("file.retry")}
        </Button>
        <ReparseButton upload={upload} />
        <ReplaceFileButton evaluation={evaluation} />
      </Box>
    </Alert>
  );
}

function StartEvaluation({ evaluation: { id, dataset_id, test_file, ...evaluation } }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => api.startEvaluation(dataset_id, id),
    onSuccess: async () => {
      const changed = [QUERY_KEYS.evaluation(id), QUERY_KEYS.evaluations(dataset_id), QUERY_KEYS.runningWork];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  const buttons = (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "center" }}>
      <Button variant="contained" loading={starting.isPending} onClick={() => starting.mutate()}>
        {text("create.start")}
      </Button>
      <ReplaceFileButton evaluation={{ ...evaluation, id, dataset_id, test_file }} />
    </Box>
  );
  return (
    <Paper>
      {starting.error ? <Failure error={starting.error} /> : null}
      <EmptyState title={text("file.ready", { name: test_file ?? "" })} hint={text("file.readyHint")} action={buttons} />
    </Paper>
  );
}
