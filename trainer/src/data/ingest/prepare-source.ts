import type { SourceFile } from "@agatha/contracts";
import type { DecimalMark } from "./number-formats.js";
import { prepareText, type TextFile } from "./text-file.js";
import { sheetToCsv, WORKBOOK_DELIMITER } from "./workbook/sheet-to-csv.js";

/** The uploaded file as delimited text, and how it is to be read. */
export interface PreparedSource {
  file: TextFile;
  delimiter?: string;
  decimal?: DecimalMark;
}

/** What is known of the file before it is read. */
type SourceOptions = Pick<SourceFile, "format" | "encoding" | "delimiter" | "decimal" | "sheet">;

export interface PrepareOptions {
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/** Brings a file of any accepted format into the one form that tables are read from. Throws InvalidInput when it is damaged. */
export async function prepareSource(source: SourceOptions, { path, scratch, signal }: PrepareOptions): Promise<PreparedSource> {
  if (source.format === "csv") {
    const file = await prepareText(path, { scratch, encoding: source.encoding, signal });
    return { file, delimiter: source.delimiter, decimal: source.decimal };
  }
  const text = await sheetToCsv(path, { sheet: source.sheet, scratch });
  return { file: await prepareText(text, { scratch, encoding: "utf-8", signal }), delimiter: WORKBOOK_DELIMITER };
}
