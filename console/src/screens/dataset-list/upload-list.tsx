import { ERRORS, type ProductType } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { Alert, AlertTitle, Box, Button, Paper } from "@mui/material";
import { Link } from "react-router-dom";
import { useDataset } from "../../api/queries.js";
import { FileProblem } from "../../csv-dialect/file-problem.js";
import { useFileSource } from "../../csv-dialect/read-source.js";
import { ReparseButton } from "../../csv-dialect/reparse-button.js";
import { isRereadable } from "../../csv-dialect/rereadable.js";
import { useErrorCodeMessage } from "../../errors/use-error-code-message.js";
import { messages as uploadMessages } from "../../file-upload/messages.js";
import { UploadFailure } from "../../file-upload/upload-failure.js";
import { UploadInProgress } from "../../file-upload/upload-in-progress.js";
import { type DatasetUpload, useUploads } from "../../file-upload/uploads-context.js";
import { useText } from "../../i18n/use-text.js";
import { datasetPath } from "../../routing/paths.js";
import { messages } from "./messages.js";

/** Running uploads and the results of earlier ones. */
export function UploadList() {
  const text = useText(messages);
  const { datasetUploads } = useUploads();
  if (datasetUploads.length === 0) return null;
  return (
    <Paper component="section" aria-label={text("sending.title")} sx={{ p: 2 }}>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 2 }}>
        {datasetUploads.map((upload) => (
          <Box component="li" key={upload.key}>
            <UploadItem upload={upload} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

function UploadItem({ upload }: { upload: DatasetUpload }) {
  const uploadText = useText(uploadMessages);
  const { dismiss } = useUploads();
  const { state, file, key } = upload;
  if (state.phase === "sending") return <UploadInProgress file={file} share={state.share} onCancel={upload.cancel} />;
  if (state.phase === "failed") return <FailedUpload upload={upload} error={state.error} />;
  return (
    <UploadedFile
      datasetId={state.datasetId}
      name={state.name}
      product={upload.fields.product_type}
      onDismiss={() => dismiss(key)}
      dismissText={uploadText("dismiss", { name: file.name })}
    />
  );
}

interface UploadedFileProps {
  datasetId: string;
  /** Shown until the dataset with its title is loaded. */
  name: string;
  product: ProductType | undefined;
  onDismiss(): void;
  dismissText: string;
}

/** A file that has arrived: uploaded, or in red if it could not be read. */
function UploadedFile({ datasetId, name, product, onDismiss, dismissText }: UploadedFileProps) {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const dataset = useDataset(datasetId).data;
  const title = dataset?.title ?? name;
  const failed = dataset?.status.endsWith("_fail") ?? false;
  return (
    <Alert severity={failed ? "error" : "success"} onClose={onDismiss} closeText={dismissText}>
      {failed ? <AlertTitle>{text("sending.unreadable", { name: title })}</AlertTitle> : `${text("sending.sent", { name: title })} `}
      {failed ? messageOf(dataset?.reason ?? null) : null}
      {failed && dataset?.message ? <FileProblem message={dataset.message} fault={dataset.fault} /> : null}
      <Button component={Link} size="small" color="inherit" to={datasetPath(datasetId, product)}>
        {text("sending.open", { name: title })}
      </Button>
    </Alert>
  );
}

/** Needs another extension or a smaller file: retrying or reading the file with other options does not help. */
const UNUSABLE_FILE_CODES: readonly ErrorCode[] = [ERRORS.unsupportedFileExtension, ERRORS.fileTooLarge];
/** Errors that are not caused by the file: reading it with other options does not help. */
const NOT_FILE_RELATED_CODES: readonly ErrorCode[] = [
  ERRORS.unknown,
  ERRORS.serverUnavailable,
  ERRORS.unauthorized,
  ERRORS.permissionDenied,
  ERRORS.tooManyRequests,
  ERRORS.csrfTokenInvalid,
];

function FailedUpload({ upload, error }: { upload: DatasetUpload; error: unknown }) {
  const text = useText(uploadMessages);
  const { dismiss, retry } = useUploads();
  const { file, key, fields } = upload;
  const source = useFileSource(file, fields);
  const code = error instanceof ApiError ? error.code : ERRORS.unknown;
  const repeatable = !UNUSABLE_FILE_CODES.includes(code);
  const faults = error instanceof ApiError ? error.detail.map(({ fault }) => fault) : [];
  const rereadable = repeatable && !NOT_FILE_RELATED_CODES.includes(code) && isRereadable(faults);
  return (
    <UploadFailure file={file} error={error} onDismiss={() => dismiss(key)}>
      {repeatable ? (
        <Button size="small" color="inherit" variant="outlined" onClick={() => retry(upload)}>
          {text("retry")}
        </Button>
      ) : null}
      {rereadable ? (
        <ReparseButton source={source} size="small" color="inherit" variant="outlined" onSubmit={(options) => retry(upload, options)} />
      ) : null}
    </UploadFailure>
  );
}
