import type { ReadingOptions, SourceFile } from "@agatha/contracts";
import { addHeader } from "./csv/add-header.js";
import { prepareText, type TextFile } from "./csv/text-file.js";
import type { DecimalMark } from "./formats/number-formats.js";
import type { ReadWorkbook } from "./workbook/name-sheet.js";
import { sheetToCsv, WORKBOOK_DELIMITER } from "./workbook/sheet-to-csv.js";

/** Uploaded file as delimited text, with the options for reading it. */
export interface PreparedSource {
  file: TextFile;
  delimiter?: string;
  decimal?: DecimalMark;
  dates?: ReadingOptions["dates"];
  workbook?: ReadWorkbook;
}

interface PrepareOptions {
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/** Converts a file of any accepted format to delimited text with a header. Throws InvalidInput when the file is damaged. */
export async function prepareSource(source: ReadingOptions & Pick<SourceFile, "format">, options: PrepareOptions): Promise<PreparedSource> {
  const prepared = await toText(source, options);
  const file = source.header === "none" ? await addHeader(prepared, options) : prepared.file;
  return { ...prepared, file, dates: source.dates };
}

async function toText(
  { format, encoding, delimiter, decimal, skipRows, sheet }: ReadingOptions & Pick<SourceFile, "format">,
  { path, scratch, signal }: PrepareOptions,
): Promise<PreparedSource> {
  if (format === "csv") {
    const file = await prepareText(path, { scratch, encoding, delimiter, skipRows, signal });
    return { file, delimiter: delimiter ?? file.delimiter, decimal };
  }
  const text = await sheetToCsv(path, { sheet, skipRows, scratch });
  const file = await prepareText(text.path, { scratch, encoding: "utf-8", delimiter: WORKBOOK_DELIMITER, signal });
  return {
    file: { ...file, rowNumbers: text.rowNumbers },
    delimiter: WORKBOOK_DELIMITER,
    workbook: text.workbook,
  };
}
