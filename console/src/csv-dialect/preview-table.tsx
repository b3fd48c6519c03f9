import type { SourceFormat } from "@agatha/contracts";
import type { ApiError } from "@agatha/contracts/client";
import type { FilePreview } from "@agatha/contracts/wire";
import { Alert, Box, Skeleton, Typography } from "@mui/material";
import type { UseQueryResult } from "@tanstack/react-query";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { Failure } from "../feedback/failure.js";
import { SampleTable } from "../feedback/sample-table.js";
import { useText } from "../i18n/use-text.js";
import { FileProblem } from "./file-problem.js";
import { messages } from "./messages.js";

/** Columns that are shown of a wide file. */
const MAX_COLUMNS = 50;

/** The first rows of a file as they would be read, or why it cannot be read so. */
export function PreviewTable({ preview, format }: { preview: UseQueryResult<FilePreview, ApiError>; format: SourceFormat }) {
  const text = useText(messages);
  const { data, error, isPlaceholderData, refetch } = preview;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rectangular" height={240} aria-label={text("previewLoading")} />;
  return (
    <Box aria-busy={isPlaceholderData} sx={{ minHeight: 240, opacity: isPlaceholderData ? 0.6 : 1 }}>
      {data.problem ? <PreviewProblem problem={data.problem} /> : <Rows preview={data} />}
      {format === "csv" ? (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {text("previewPart")}
        </Typography>
      ) : null}
    </Box>
  );
}

function PreviewProblem({ problem: { tukey_error, detail } }: { problem: NonNullable<FilePreview["problem"]> }) {
  const messageOf = useErrorCodeMessage();
  return (
    <Alert severity="error">
      {messageOf(tukey_error)} ({tukey_error})
      {detail.map(({ path, message, fault }) => (
        <FileProblem key={`${path} ${message}`} message={message} fault={fault} />
      ))}
    </Alert>
  );
}

function Rows({ preview: { columns, rows } }: { preview: FilePreview }) {
  const text = useText(messages);
  return (
    <SampleTable
      caption={text("preview", { rows: rows.length, columns: columns.length })}
      columns={columns.slice(0, MAX_COLUMNS).map(({ name, type }) => ({ name, type, note: text(`types.${type}`) }))}
      rows={rows}
    />
  );
}
