import { ApiError } from "@agatha/contracts/client";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useFileSource } from "../../../csv-dialect/read-source.js";
import { ReparseButton } from "../../../csv-dialect/reparse-button.js";
import { isRereadable } from "../../../csv-dialect/rereadable.js";
import { EmptyState } from "../../../feedback/empty-state.js";
import { Failure } from "../../../feedback/failure.js";
import { FileButton } from "../../../file-upload/file-button.js";
import { messages as uploadMessages } from "../../../file-upload/messages.js";
import { UploadFailure } from "../../../file-upload/upload-failure.js";
import { UploadInProgress } from "../../../file-upload/upload-in-progress.js";
import { type EvaluationInputTransfer, useUploads } from "../../../file-upload/uploads-context.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";

/** Returns the last file that this window sent for a comparison. */
export function useEvaluationInputUpload(evaluationId: string): EvaluationInputTransfer | undefined {
  return useUploads().evaluationInputs.findLast(({ fields }) => fields.evaluationId === evaluationId);
}

/** A comparison without test rows: waiting for a file, uploading one, or waiting to be started. */
export function EvaluationInputFile({ evaluation }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const upload = useEvaluationInputUpload(evaluation.id);
  if (upload?.state.phase === "sending")
    return (
      <Paper sx={{ p: 2 }}>
        <UploadInProgress file={upload.file} share={upload.state.share} onCancel={upload.cancel} />
      </Paper>
    );
  if (upload?.state.phase === "failed") return <FailedUpload evaluation={evaluation} upload={upload} error={upload.state.error} />;
  if (evaluation.status === "prepare_upload_finish") return <StartEvaluation evaluation={evaluation} />;
  return (
    <Paper>
      <EmptyState title={text("file.waits")} hint={text("file.waitsHint")} action={<ReplaceFileButton evaluation={evaluation} first />} />
    </Paper>
  );
}

/** Uploads another file for the comparison and starts it. */
export function ReplaceFileButton({ evaluation, first = false }: { evaluation: EvaluationAnswer; first?: boolean }) {
  const text = useText(messages);
  const { uploadEvaluationInput } = useUploads();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) uploadEvaluationInput(file, { datasetId: evaluation.dataset_id, evaluationId: evaluation.id, fields: {} });
  };
  return <FileButton variant={first ? "contained" : "outlined"} label={text(first ? "rows.choose" : "rows.otherFile")} onFiles={take} />;
}

/** Sends the same file again with other read options. Available only while this window still holds the file. */
export function ReparseInputButton({ upload: { file, fields } }: { upload: EvaluationInputTransfer }) {
  const { uploadEvaluationInput } = useUploads();
  const source = useFileSource(file, fields.fields);
  return (
    <ReparseButton
      source={source}
      variant="outlined"
      onSubmit={(options) => uploadEvaluationInput(file, { ...fields, fields: { ...fields.fields, ...options } })}
    />
  );
}

function FailedUpload({ evaluation, upload, error }: { evaluation: EvaluationAnswer; upload: EvaluationInputTransfer; error: unknown }) {
  const text = useText(uploadMessages);
  const { uploadEvaluationInput } = useUploads();
  const { file, fields } = upload;
  return (
    <UploadFailure file={file} error={error}>
      <Button variant="outlined" onClick={() => uploadEvaluationInput(file, fields)}>
        {text("retry")}
      </Button>
      {isRereadable(error instanceof ApiError ? error.detail.map(({ fault }) => fault) : []) ? (
        <ReparseInputButton upload={upload} />
      ) : null}
      <ReplaceFileButton evaluation={evaluation} />
    </UploadFailure>
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
