import { type DatasetSpec, InvalidInput } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { assumedCell, differsFromHead } from "./assumed-cells.js";
import { type ColumnReading, cellOf, findReadings, overrideReadings } from "./column-readings.js";
import { type CsvSource, fileColumn } from "./csv-source.js";
import { checkHeaders } from "./headers.js";
import type { ColumnSurvey } from "./look.js";
import type { DecimalMark } from "./number-formats.js";
import { type HeadSurvey, surveyHead, surveyRest } from "./survey.js";
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

/**
 * Reads delimited text into Parquet. Throws InvalidInput for everything that is wrong with the file. Most files are read
 * once, as their head shows them; those that turn out to be otherwise further down are looked at as a whole first.
 */
export async function ingestText(database: Database, source: CsvSource, options: TextTableOptions): Promise<TextTable> {
  await checkTimezone(database, options.timezone);
  const head = await surveyHead(database, source);
  const table =
    (!head.complete && (await ingestAsHead(database, source, head, options))) || (await ingestSurveyed(database, source, head, options));
  if (table.totalRows === 0)
    throw new InvalidInput("010406", { path: "file", message: "the file has a header but no rows: add at least one row" });
  return table;
}

/** Undefined when the rest of the file differs from its head. */
async function ingestAsHead(
  database: Database,
  source: CsvSource,
  { surveys }: HeadSurvey,
  options: TextTableOptions,
): Promise<TextTable | undefined> {
  // Whether a column without a name has any values is not told by the columns that are written.
  if (source.headers.at(-1) === "") return undefined;
  const { timezone, target, progress } = options;
  const plan = planTable(source, surveys, options);
  const cells = plan.used.map((reading, index) => assumedCell({ column: fileColumn(index), survey: surveys[index], reading, timezone }));
  try {
    return { ...plan, totalRows: await writeParquet(database, source, cells, { path: target, progress }) };
  } catch (error) {
    if (differsFromHead(error)) return undefined;
    throw error;
  }
}

async function ingestSurveyed(
  database: Database,
  source: CsvSource,
  head: HeadSurvey,
  { progress, ...options }: TextTableOptions,
): Promise<TextTable> {
  const surveys = head.complete ? head.surveys : await surveyRest(database, source, head.surveys, (fraction) => progress(fraction * 0.5));
  const plan = planTable(source, surveys, options);
  const cells = plan.used.map((reading, index) => cellOf(fileColumn(index), reading, options.timezone));
  const report = (fraction: number) => progress(0.5 + fraction * 0.5);
  return { ...plan, totalRows: await writeParquet(database, source, cells, { path: options.target, progress: report }) };
}

/** How the columns are called and read. Throws InvalidInput for names that cannot be used, and for an override of no column. */
function planTable(
  { headers, dialect }: CsvSource,
  surveys: ColumnSurvey[],
  { decimal, overrides }: Pick<TextTableOptions, "decimal" | "overrides">,
): Omit<TextTable, "totalRows"> {
  // A delimiter at the end of every line makes a column without a name and without any value: that is none.
  const names = headers.at(-1) === "" && surveys.at(-1)?.filled === 0 ? headers.slice(0, -1) : headers;
  checkHeaders(names);
  const found = findReadings(surveys.slice(0, names.length), { delimiter: dialect.delimiter, decimal });
  return { headers: names, found: found.readings, used: overrideReadings(found, names, overrides), decimal: found.decimal };
}

async function checkTimezone(database: Database, timezone: string): Promise<void> {
  try {
    await database.rows("SELECT timezone($1, TIMESTAMP '2000-01-01')", [timezone]);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("TimeZone")) throw error;
    throw new InvalidInput("010201", { path: "timezone", message: `there is no time zone ${JSON.stringify(timezone)}` });
  }
}
