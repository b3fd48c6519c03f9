import { type DatasetSpec, InvalidInput, type TextEncoding } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { type ColumnReading, findReadings, overrideReadings } from "./column-readings.js";
import type { CsvSource } from "./csv-source.js";
import { type Dialect, detectDialect } from "./dialect.js";
import { checkHeaders } from "./headers.js";
import type { DecimalMark } from "./number-formats.js";
import { firstRecords } from "./records.js";
import { surveyColumns } from "./survey.js";
import type { TextFile } from "./text-file.js";
import { writeParquet } from "./write-parquet.js";

export interface TextTableOptions {
  delimiter?: string;
  decimal?: DecimalMark;
  timezone: string;
  overrides: DatasetSpec["columns"];
  /** Where the Parquet file goes. */
  target: string;
  progress(fraction: number): void;
}

export interface TextTable {
  headers: string[];
  /** As found, and as used after the owner's choices. */
  found: ColumnReading[];
  used: ColumnReading[];
  totalRows: number;
  dialect: Dialect;
  decimal: DecimalMark;
  encoding: TextEncoding;
}

/** Reads delimited text into Parquet. Throws InvalidInput for everything that is wrong with the file. */
export async function ingestText(database: Database, file: TextFile, options: TextTableOptions): Promise<TextTable> {
  const dialect = detectDialect(file.head, file.complete, options.delimiter);
  const [header] = firstRecords(file.head, dialect, { records: 1, complete: file.complete });
  if (!header)
    throw new InvalidInput("010407", { path: "line 1", message: `no line end was found in the first ${file.head.length} characters` });
  const headers = header.map((name) => name.trim());
  const source: CsvSource = { path: file.path, dialect, headers };
  const surveys = await surveyColumns(database, source, (fraction) => options.progress(fraction * 0.5));
  const trailing = headers.length > 1 && headers.at(-1) === "" && surveys.at(-1)?.filled === 0;
  const kept = trailing ? headers.length - 1 : headers.length;
  checkHeaders(headers.slice(0, kept));
  const found = findReadings(surveys.slice(0, kept), { delimiter: dialect.delimiter, decimal: options.decimal });
  const used = overrideReadings(found, headers.slice(0, kept), options.overrides);
  const totalRows = await writeParquet(database, source, used, {
    path: options.target,
    timezone: options.timezone,
    progress: (fraction) => options.progress(0.5 + fraction * 0.5),
  });
  if (totalRows === 0)
    throw new InvalidInput("010406", { path: "file", message: "the file has a header but no rows: add at least one row" });
  return {
    headers: headers.slice(0, kept),
    found: found.readings,
    used,
    totalRows,
    dialect,
    decimal: found.decimal,
    encoding: file.encoding,
  };
}
