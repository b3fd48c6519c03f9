import { type ModelInfo, requiredInputColumns, type TextEncoding } from "@agatha/contracts";
import { detectDelimiter, parseCsv } from "@agatha/contracts/csv/csv-text";
import type { NumberStyle } from "@agatha/contracts/csv/number-texts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";
import { DURATIONS, GROUPED, LENIENT, writtenMark } from "@agatha/contracts/results/written-formats";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import FileIcon from "@mui/icons-material/UploadFileOutlined";
import { Alert, Box, Button, Link, Typography } from "@mui/material";
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useDataset } from "../../api/queries.js";
import { ChartDataTable } from "../../charts/chart-data-table.js";
import { decodeText } from "../../csv-dialect/decode-text.js";
import { EncodingField } from "../../csv-dialect/encoding-field.js";
import { messages as fileMessages } from "../../csv-dialect/messages.js";
import { useFallbackEncoding } from "../../csv-dialect/use-fallback-encoding.js";
import { joinSentences, sentenceGap } from "../../i18n/join-sentences.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { uploadPath } from "../../routing/paths.js";
import { messages } from "../messages.js";
import type { BatchRequest } from "./batch-request.js";
import { parseRows } from "./parse-rows.js";
import { seriesOf } from "./schema-mismatch.js";

const PREVIEW_ROWS = 5;

interface FileSourceProps {
  model: ModelAnswer;
  info: ModelInfo;
  onRequest(request: BatchRequest): void;
}

interface SelectedFile {
  name: string;
  /** Null if the file could not be read. */
  bytes: Uint8Array | null;
}

/** Selects the rows of a text file. The browser reads the file, so that problems are shown before anything is sent. */
export function FileSource({ model, info, onRequest }: FileSourceProps) {
  const text = useText(messages);
  const fileText = useText(fileMessages);
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const fallbackEncoding = useFallbackEncoding();
  const [file, setFile] = useState<SelectedFile | null>(null);
  const [declaredEncoding, setDeclaredEncoding] = useState<TextEncoding | null>(null);
  const read = useMemo(
    () => (file?.bytes ? readTable(file.bytes, declaredEncoding, fallbackEncoding) : null),
    [file, declaredEncoding, fallbackEncoding],
  );
  const dataset = useDataset(model.dataset_id);
  const rows = useMemo(() => {
    if (!read || dataset.isPending) return null;
    const names = new Map(read.fields[0]?.map((name) => [name.trim(), true]));
    return parseRows({
      fields: read.fields,
      inputs: requiredInputColumns(info.inputs, names, seriesOf(model)),
      styleOf: (column) => styleOf(writtenIn(dataset.data, column), { delimiter: read.delimiter, dataset: dataset.data }),
      mayHaveText: (column) => writtenIn(dataset.data, column).some((format) => format === DURATIONS || format === LENIENT),
    });
  }, [read, info.inputs, model, dataset.isPending, dataset.data]);
  const records = rows?.problems.length === 0 ? rows.records : null;
  useEffect(() => onRequest(records ? { type: "batch", data: records } : null), [onRequest, records]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? [];
    // Allows the user to choose the same file again after correcting it.
    event.target.value = "";
    if (!picked) return;
    setDeclaredEncoding(null);
    picked.arrayBuffer().then(
      (buffer) => setFile({ name: picked.name, bytes: new Uint8Array(buffer) }),
      () => setFile({ name: picked.name, bytes: null }),
    );
  };
  const hint = joinSentences(text("batch.fileHint", { most: format.number(ROW_LIMIT) }), text("batch.toUpload"));
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
        <Button variant="outlined" startIcon={<FileIcon />} onClick={() => field.current?.click()}>
          {text(file ? "batch.other" : "batch.choose")}
        </Button>
        <input ref={field} type="file" hidden accept=".csv,.txt,text/csv" onChange={choose} />
        {file ? <Typography sx={{ fontWeight: 600, minWidth: 0 }}>{file.name}</Typography> : null}
        {read ? <EncodingField value={read.encoding} onChange={setDeclaredEncoding} /> : null}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {hint}
        {sentenceGap(hint)}
        <Link component={RouterLink} to={uploadPath(model.dataset_product_type)}>
          {text("batch.upload")}
        </Link>
      </Typography>
      {file && file.bytes === null ? <Alert severity="error">{fileText("unreadable")}</Alert> : null}
      {rows?.problems.map((problem) => (
        <Alert key={problem.kind} severity="error">
          {text(`batch.problem.${problem.kind}`, { ...problem })}
        </Alert>
      ))}
      {records ? (
        <Typography role="status">{text("batch.readRows", { count: records.length, shown: format.number(records.length) })}</Typography>
      ) : null}
      {read && read.fields.length > 0 ? (
        <ChartDataTable
          title={text("batch.first")}
          table={{ columns: read.fields[0] ?? [], rows: read.fields.slice(1, PREVIEW_ROWS + 1) }}
          height="auto"
        />
      ) : null}
    </Box>
  );
}

function readTable(bytes: Uint8Array, declaredEncoding: TextEncoding | null, fallbackEncoding: TextEncoding) {
  const { text, encoding } = decodeText(bytes, declaredEncoding, fallbackEncoding);
  const delimiter = detectDelimiter(text);
  return { encoding, delimiter, fields: parseCsv(text, delimiter) };
}

/**
 * A file with commas as delimiters has decimal points, unless its cells show something else. Other files have the marks of the
 * dataset's file. If that is a workbook, which has no marks, semicolons go with decimal commas.
 */
function styleOf(
  written: readonly string[],
  { delimiter, dataset }: { delimiter: string; dataset: DatasetAnswer | undefined },
): NumberStyle {
  const usual = delimiter === ";" ? "," : ".";
  const grouped = written.includes(GROUPED) || written.includes(LENIENT);
  const decimal = writtenMark(written) ?? (delimiter === "," ? "." : (dataset?.decimal ?? usual));
  return { decimal, grouped };
}

/** Returns how the dataset's file writes a column; see `TableColumn.written`. */
const writtenIn = (dataset: DatasetAnswer | undefined, column: string): readonly string[] =>
  dataset?.columns.find(({ name }) => name === column)?.written ?? [];
