import {
  type ColumnAmbiguity,
  ERRORS,
  InvalidInput,
  type OffsetZone,
  type ReadingOptions,
  type ReadLike,
  type UnreadValues,
} from "@agatha/contracts";
import { wholeProgress } from "../../numeric/progress-range.js";
import type { Database } from "../tables/database.js";
import { findAmbiguities } from "./ambiguities/find-ambiguities.js";
import { findOffsetZones } from "./ambiguities/find-offset-zones.js";
import { findUnreadValues } from "./ambiguities/find-unread-values.js";
import { readCodedTimes } from "./ambiguities/read-coded-times.js";
import { readDurations } from "./ambiguities/read-durations.js";
import { readKnownTimes } from "./ambiguities/read-known-times.js";
import { readNumberedMonths } from "./ambiguities/read-numbered-months.js";
import { readSplitYears } from "./ambiguities/read-split-years.js";
import { settleDayOrders, settleDeclaredOrders } from "./ambiguities/settle-day-orders.js";
import { settleDecimalYears } from "./ambiguities/settle-decimal-years.js";
import { settleDeclaredMarks } from "./ambiguities/settle-declared-marks.js";
import { settleRepublicMonths } from "./ambiguities/settle-republic-months.js";
import { settleRepublicYears } from "./ambiguities/settle-republic-years.js";
import { type CsvSource, csvColumnName } from "./csv/csv-source.js";
import { missingRows } from "./csv/file-errors.js";
import { checkHeaders } from "./csv/headers.js";
import { checkedCellSql, differsFromHead } from "./formats/checked-cells.js";
import { type ColumnFormat, type ColumnOverride, cellSql, chooseFormats, overrideFormats } from "./formats/column-formats.js";
import { type HeadInference, inferFromAllRows, inferFromHead } from "./formats/infer-formats.js";
import type { DecimalMark } from "./formats/number-formats.js";
import type { FormatCandidates } from "./formats/query-formats.js";
import { writeParquet } from "./write-parquet.js";

export interface TextTableOptions {
  decimal?: DecimalMark;
  dates?: ReadingOptions["dates"];
  /** How a file with the same columns was read: it decides what this one leaves open. */
  like?: ReadLike & Pick<ReadingOptions, "delimiter">;
  /** Whether numbers were numbers in the file, as in a workbook. */
  areNumbersTyped?: boolean;
  timezone: string;
  overrides: readonly ColumnOverride[];
  /** Path of the Parquet file to write. */
  target: string;
  progress(fraction: number): void;
}

export interface IngestedText {
  headers: string[];
  /** Formats as inferred, and as used after the owner's choices. */
  inferredFormats: ColumnFormat[];
  formats: ColumnFormat[];
  /** What can be read in two ways, by column index. */
  ambiguities: Map<number, ColumnAmbiguity>;
  /** What cannot be read as the type that the owner chose, by column index. */
  unread: Map<number, UnreadValues>;
  /** The zone whose clocks explain the offsets of a column of times, by column index; none where the owner chose a zone. */
  offsetZones: Map<number, OffsetZone>;
  totalRows: number;
  decimal: DecimalMark;
}

/** Table that is written, with the formats that fit its columns. */
type WrittenText = Omit<IngestedText, "ambiguities" | "unread" | "offsetZones"> & { surveys: FormatCandidates[] };

/** DuckDB's share of memory. With `table`, a table of any length is read in less than 300 MiB; wide tables need more per column. */
const MEMORY_MIB = { table: 100, column: 0.25 };
const COLUMNS_INCLUDED = 100;

/** Returns the memory, in MiB, of a database that ingests `source`. */
export const ingestMemoryMiB = ({ headers }: Pick<CsvSource, "headers">): number =>
  Math.ceil(MEMORY_MIB.table + Math.max(0, headers.length - COLUMNS_INCLUDED) * MEMORY_MIB.column);

/**
 * Converts delimited text to Parquet. Throws InvalidInput for every problem of the file. Most files are read once, with the
 * formats of their head. If a value further down contradicts the head, all rows are surveyed first.
 */
export async function ingestText(database: Database, source: CsvSource, options: TextTableOptions): Promise<IngestedText> {
  await checkTimezone(database, options.timezone);
  const head = await inferFromHead(database, source);
  const table =
    (!head.complete && (await ingestWithHeadFormats(database, source, head, options))) ||
    (await ingestWithFullInference(database, source, head, options));
  const { surveys, ...written } = table;
  if (written.totalRows === 0) throw missingRows();
  const { decimal, dates, areNumbersTyped = false } = options;
  const read = { formats: written.formats, surveys, decimal, dates, areNumbersTyped, isShort: head.complete };
  const ambiguities = await findAmbiguities(database, source, read);
  const offsetZones = options.timezone === "UTC" ? await findOffsetZones(database, source, written.formats) : new Map();
  const unread = await findUnreadValues(database, source, { ...written, timezone: options.timezone });
  return { ...written, ambiguities, unread, offsetZones };
}

/** Returns undefined if the rest of the file contradicts its head. */
async function ingestWithHeadFormats(
  database: Database,
  source: CsvSource,
  { candidates }: HeadInference,
  options: TextTableOptions,
): Promise<WrittenText | undefined> {
  // The written columns do not show whether an unnamed column has values.
  if (source.headers.at(-1) === "") return undefined;
  const { timezone, target, progress } = options;
  const plan = await chooseColumns(database, source, candidates, options);
  const cells = plan.formats.map((format, index) =>
    checkedCellSql({ column: csvColumnName(index), candidates: candidates[index], format, timezone }),
  );
  try {
    return { ...plan, surveys: candidates, totalRows: await writeParquet(database, source, cells, { path: target, progress }) };
  } catch (error) {
    if (differsFromHead(error)) return undefined;
    throw error;
  }
}

/** Progress of a text file whose formats only all rows show. */
const FULL_INFERENCE_PROGRESS = { infer: { from: 0, to: 0.5 }, write: { from: 0.5, to: 1 } };

async function ingestWithFullInference(
  database: Database,
  source: CsvSource,
  head: HeadInference,
  { progress, ...options }: TextTableOptions,
): Promise<WrittenText> {
  const surveys = head.complete
    ? head.candidates
    : await inferFromAllRows(database, source, head.candidates, (fraction) =>
        progress(wholeProgress(FULL_INFERENCE_PROGRESS.infer, fraction)),
      );
  const plan = await chooseColumns(database, source, surveys, options);
  const cells = plan.formats.map((reading, index) => cellSql(csvColumnName(index), reading, options.timezone));
  const report = (fraction: number) => progress(wholeProgress(FULL_INFERENCE_PROGRESS.write, fraction));
  return { ...plan, surveys, totalRows: await writeParquet(database, source, cells, { path: options.target, progress: report }) };
}

/**
 * Chooses names and formats of the columns. Throws InvalidInput for unusable names, and for an override of a column that does not
 * exist.
 */
async function chooseColumns(
  database: Database,
  source: CsvSource,
  surveys: FormatCandidates[],
  { decimal, dates, like, overrides }: Pick<TextTableOptions, "decimal" | "dates" | "like" | "overrides">,
): Promise<Omit<WrittenText, "totalRows" | "surveys">> {
  const { headers, dialect } = source;
  // A delimiter at the end of every line creates an unnamed column without values. It is dropped.
  const names = headers.at(-1) === "" && surveys.at(-1)?.nonEmpty === 0 ? headers.slice(0, -1) : headers;
  checkHeaders(names);
  const marks = new Map(like?.decimals?.map((column) => [column.name, column.decimal]));
  const likeMarks = names.map((name) => marks.get(name));
  const chosen = chooseFormats(surveys.slice(0, names.length), { delimiter: dialect.delimiter, decimal, dates, like, likeMarks });
  const known = await readKnownTimes(database, source, chosen.formats, like?.codedTimes);
  const months = await readNumberedMonths(database, source, known);
  const times = await readSplitYears(database, source, await readCodedTimes(database, source, months));
  const durations = like?.durations?.map((name) => names.indexOf(name));
  const found = { ...chosen, formats: await readDurations(database, source, times, durations) };
  const declared = overrideFormats(found, names, overrides);
  const used = await settleDeclaredMarks(database, source, declared, { decimal: found.decimal, isKnown: found.isDecimalKnown });
  const ordered = dates || like?.dates ? used : await settleDayOrders(database, source, used, surveys);
  const years = await settleDecimalYears(database, source, await settleDeclaredOrders(database, source, ordered));
  const formats = await settleRepublicYears(database, source, await settleRepublicMonths(database, source, years));
  return { headers: names, inferredFormats: found.formats, formats, decimal: found.decimal };
}

async function checkTimezone(database: Database, timezone: string): Promise<void> {
  try {
    await database.rows("SELECT timezone($1, TIMESTAMP '2000-01-01')", [timezone]);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("TimeZone")) throw error;
    throw new InvalidInput(ERRORS.badRequest, { path: "timezone", message: `there is no time zone ${JSON.stringify(timezone)}` });
  }
}
