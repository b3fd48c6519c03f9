import { type DatasetSpec, InvalidInput } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { type ColumnReading, findReadings, overrideReadings } from "./column-readings.js";
import type { CsvSource } from "./csv-source.js";
import { checkHeaders } from "./headers.js";
import type { DecimalMark } from "./number-formats.js";
import { surveyColumns } from "./survey.js";
import { writeParquet } from "./write-parquet.js";

export interface TextTableOptions {
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
  decimal: DecimalMark;
}

/** Reads delimited text into Parquet. Throws InvalidInput for everything that is wrong with the file. */
export async function ingestText(database: Database, source: CsvSource, options: TextTableOptions): Promise<TextTable> {
  await checkTimezone(database, options.timezone);
  const surveys = await surveyColumns(database, source, (fraction) => options.progress(fraction * 0.5));
  const { headers, dialect } = source;
  // A delimiter at the end of every line makes a column without a name and without any value: that is none.
  const names = headers.at(-1) === "" && surveys.at(-1)?.filled === 0 ? headers.slice(0, -1) : headers;
  checkHeaders(names);
  const found = findReadings(surveys.slice(0, names.length), { delimiter: dialect.delimiter, decimal: options.decimal });
  const used = overrideReadings(found, names, options.overrides);
  const totalRows = await writeParquet(database, source, used, {
    path: options.target,
    timezone: options.timezone,
    progress: (fraction) => options.progress(0.5 + fraction * 0.5),
  });
  if (totalRows === 0)
    throw new InvalidInput("010406", { path: "file", message: "the file has a header but no rows: add at least one row" });
  return { headers: names, found: found.readings, used, totalRows, decimal: found.decimal };
}

async function checkTimezone(database: Database, timezone: string): Promise<void> {
  try {
    await database.rows("SELECT timezone($1, TIMESTAMP '2000-01-01')", [timezone]);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("TimeZone")) throw error;
    throw new InvalidInput("010201", { path: "timezone", message: `there is no time zone ${JSON.stringify(timezone)}` });
  }
}
