import type { SourceFile } from "@agatha/contracts";
import type { DecimalMark } from "./number-formats.js";
import { prepareText, type TextFile } from "./text-file.js";
import { sheetToCsv, WORKBOOK_DELIMITER } from "./workbook/sheet-to-csv.js";

/** Uploaded file as delimited text, with the options for reading it. */
interface PreparedSource {
  file: TextFile;
  delimiter?: string;
  decimal?: DecimalMark;
}

/** Properties of the file that are known before it is read. */
type SourceOptions = Pick<SourceFile, "format" | "encoding" | "delimiter" | "decimal" | "sheet">;

interface PrepareOptions {
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/** Converts a file of any accepted format to delimited text. Throws InvalidInput when the file is damaged. */
export async function prepareSource(source: SourceOptions, { path, scratch, signal }: PrepareOptions): Promise<PreparedSource> {
  if (source.format === "csv") {
    const file = await prepareText(path, { scratch, encoding: source.encoding, signal });
    return { file, delimiter: source.delimiter, decimal: source.decimal };
  }
  const text = await sheetToCsv(path, { sheet: source.sheet, scratch });
  return { file: await prepareText(text, { scratch, encoding: "utf-8", signal }), delimiter: WORKBOOK_DELIMITER };
}
