import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/error-catalogue";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router-dom";
import { CsvDialectDialog } from "../csv-dialect/csv-dialect-dialog.js";
import { messages as readingMessages } from "../csv-dialect/messages.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { UploadProgress } from "../file-upload/upload-progress.js";
import { type DatasetUpload, useUploads } from "../file-upload/uploads-context.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { datasetPath } from "../routing/paths.js";
import { messages } from "./messages.js";

/** Files on their way, and how those before them ended. */
export function UploadList() {
  const text = useText(messages);
  const { list } = useUploads();
  if (list.length === 0) return null;
  return (
    <Paper component="section" aria-label={text("sending.title")} sx={{ p: 2 }}>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 2 }}>
        {list.map((upload) => (
          <Box component="li" key={upload.key}>
            <UploadItem upload={upload} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

function UploadItem({ upload }: { upload: DatasetUpload }) {
  const text = useText(messages);
  const { forget } = useUploads();
  const { state, file, key } = upload;
  if (state.phase === "sending") return <UploadInProgress upload={upload} share={state.share} />;
  if (state.phase === "failed") return <UploadFailure upload={upload} error={state.error} />;
  return (
    <Alert severity="success" onClose={() => forget(key)} closeText={text("sending.dismiss", { name: file.name })}>
      {text("sending.sent", { name: state.name })}{" "}
      <Button component={Link} size="small" to={datasetPath(state.datasetId, upload.fields.product_type)}>
        {text("sending.open", { name: state.name })}
      </Button>
    </Alert>
  );
}

function UploadInProgress({ upload: { file, cancel }, share }: { upload: DatasetUpload; share: number }) {
  const text = useText(messages);
  const format = useFormat();
  const sent = { share: format.percent(Math.floor(share * 100) / 100), size: format.bytes(file.size) };
  return (
    <UploadProgress
      name={file.name}
      share={share}
      note={share < 1 ? text("sending.share", sent) : text("sending.processing")}
      cancelLabel={text("sending.cancel", { name: file.name })}
      onCancel={cancel}
    />
  );
}

/** Another extension or a smaller file is another file: neither sending nor reading this one again helps. */
const UNUSABLE_FILE_CODES: readonly ErrorCode[] = [ERRORS.unsupportedFileExtension, ERRORS.fileTooLarge];
/** What is no fault of the file cannot be mended by reading it in another way. */
const NOT_FILE_RELATED_CODES: readonly ErrorCode[] = [
  ERRORS.unknown,
  ERRORS.serverUnavailable,
  ERRORS.unauthorized,
  ERRORS.permissionDenied,
  ERRORS.tooManyRequests,
  ERRORS.csrfTokenInvalid,
];

function UploadFailure({ upload, error }: { upload: DatasetUpload; error: unknown }) {
  const text = useText(messages);
  const reading = useText(readingMessages);
  const { forget, retry } = useUploads();
  const [asking, setAsking] = useState(false);
  const { sentence, code, details } = useErrorMessage()(error);
  const { name } = upload.file;
  const known = error instanceof ApiError ? error.code : ERRORS.unknown;
  const repeatable = !UNUSABLE_FILE_CODES.includes(known);
  const rereadable = repeatable && /\.csv$/i.test(name) && !NOT_FILE_RELATED_CODES.includes(known);
  return (
    <Alert severity="error" onClose={() => forget(upload.key)} closeText={text("sending.dismiss", { name })}>
      <strong>{name}</strong>: {sentence} ({code})
      {details.map((detail) => (
        <Typography key={detail} lang="en" variant="body2">
          {detail}
        </Typography>
      ))}
      <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>
        {repeatable ? (
          <Button size="small" color="inherit" variant="outlined" onClick={() => retry(upload)}>
            {text("sending.retry")}
          </Button>
        ) : null}
        {rereadable ? (
          <Button size="small" color="inherit" variant="outlined" onClick={() => setAsking(true)}>
            {reading("reread")}
          </Button>
        ) : null}
      </Box>
      <CsvDialectDialog open={asking} name={name} onSubmit={(how) => retry(upload, how)} onClose={() => setAsking(false)} />
    </Alert>
  );
}
