import type { ApiError } from "@agatha/contracts/client";
import type { FilePreview } from "@agatha/contracts/wire";
import { Alert, Box, Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import type { UseQueryResult } from "@tanstack/react-query";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { Failure } from "../feedback/failure.js";
import { useText } from "../i18n/use-text.js";
import { FileProblem } from "./file-problem.js";
import { messages } from "./messages.js";

/** Columns that are shown of a wide file. */
const MAX_COLUMNS = 50;

/** The first rows of a file as they would be read, or why it cannot be read so. */
export function PreviewTable({ preview }: { preview: UseQueryResult<FilePreview, ApiError> }) {
  const text = useText(messages);
  const { data, error, isPlaceholderData, refetch } = preview;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rectangular" height={240} aria-label={text("previewLoading")} />;
  return (
    <Box aria-busy={isPlaceholderData} sx={{ minHeight: 240, opacity: isPlaceholderData ? 0.6 : 1 }}>
      {data.problem ? <PreviewProblem problem={data.problem} /> : <Rows preview={data} />}
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
  const shown = columns.slice(0, MAX_COLUMNS);
  return (
    <>
      <Typography variant="subtitle2" component="h3" id="reading-preview">
        {text("preview", { rows: rows.length, columns: columns.length })}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-labelledby="reading-preview" sx={{ maxHeight: 320 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {shown.map(({ name, type }) => (
                <TableCell key={name} align={type === "n" ? "right" : "left"} sx={{ whiteSpace: "nowrap" }}>
                  {name}
                  <Typography variant="caption" component="div" color="text.secondary">
                    {text(`types.${type}`)}
                  </Typography>
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name than their place
              <TableRow key={index}>
                {shown.map(({ name, type }, column) => (
                  <TableCell
                    key={name}
                    align={type === "n" ? "right" : "left"}
                    sx={{ whiteSpace: "nowrap", maxWidth: 240, overflow: "hidden" }}
                  >
                    {row[column] ?? ""}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
