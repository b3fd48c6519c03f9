import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import { useErrorText } from "../errors/use-error-text.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages as readingMessages } from "../reading/messages.js";
import { ReadingDialog } from "../reading/reading-dialog.js";
import { Empty } from "../states/empty.js";
import { Failure } from "../states/failure.js";
import { FileButton } from "../uploads/file-button.js";
import { SendingLine } from "../uploads/sending-line.js";
import { type TestUpload, useUploads } from "../uploads/uploads.js";
import { messages } from "./messages.js";

/** The file that was last sent for a comparison from this window. */
export function useTestUpload(evaluationId: string): TestUpload | undefined {
  return useUploads().tests.findLast(({ fields }) => fields.evaluationId === evaluationId);
}

/** A comparison that has no test rows yet: waits for a file, takes one, or waits to be started. */
export function TestFile({ evaluation }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const upload = useTestUpload(evaluation.id);
  if (upload?.state.phase === "sending") return <Sending upload={upload} share={upload.state.share} />;
  if (upload?.state.phase === "failed") return <Failed evaluation={evaluation} upload={upload} error={upload.state.error} />;
  if (evaluation.status === "prepare_upload_finish") return <Start evaluation={evaluation} />;
  return (
    <Paper>
      <Empty title={text("file.waits")} hint={text("file.waitsHint")} action={<OtherFile evaluation={evaluation} first />} />
    </Paper>
  );
}

/** Takes another file for the comparison, and starts it. */
export function OtherFile({ evaluation, first = false }: { evaluation: EvaluationAnswer; first?: boolean }) {
  const text = useText(messages);
  const { sendTest } = useUploads();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) sendTest(file, { datasetId: evaluation.dataset_id, evaluationId: evaluation.id, fields: {} });
  };
  return <FileButton variant={first ? "contained" : "outlined"} label={text(first ? "rows.choose" : "rows.otherFile")} onFiles={take} />;
}

/** Sends the same file once more, to be read in another way; only while this window still has it. */
export function ReadDifferently({ upload }: { upload: TestUpload }) {
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
      <ReadingDialog
        open={asking}
        name={file.name}
        onRead={(how) => sendTest(file, { ...fields, fields: { ...fields.fields, ...how } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Sending({ upload: { file, cancel }, share }: { upload: TestUpload; share: number }) {
  const text = useText(messages);
  const format = useFormat();
  const sent = { share: format.percent(Math.floor(share * 100) / 100), size: format.bytes(file.size) };
  return (
    <Paper sx={{ p: 2 }}>
      <SendingLine
        name={file.name}
        share={share}
        note={share < 1 ? text("file.share", sent) : text("file.processing")}
        cancelLabel={text("file.cancel", { name: file.name })}
        onCancel={cancel}
      />
    </Paper>
  );
}

function Failed({ evaluation, upload, error }: { evaluation: EvaluationAnswer; upload: TestUpload; error: unknown }) {
  const text = useText(messages);
  const { sendTest } = useUploads();
  const { sentence, code, details } = useErrorText()(error);
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
        <ReadDifferently upload={upload} />
        <OtherFile evaluation={evaluation} />
      </Box>
    </Alert>
  );
}

function Start({ evaluation: { id, dataset_id, test_file, ...evaluation } }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => api.startEvaluation(dataset_id, id),
    onSuccess: async () => {
      const changed = [KEYS.evaluation(id), KEYS.evaluations(dataset_id), KEYS.running];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  const buttons = (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "center" }}>
      <Button variant="contained" loading={starting.isPending} onClick={() => starting.mutate()}>
        {text("create.start")}
      </Button>
      <OtherFile evaluation={{ ...evaluation, id, dataset_id, test_file }} />
    </Box>
  );
  return (
    <Paper>
      {starting.error ? <Failure error={starting.error} /> : null}
      <Empty title={text("file.ready", { name: test_file ?? "" })} hint={text("file.readyHint")} action={buttons} />
    </Paper>
  );
}
