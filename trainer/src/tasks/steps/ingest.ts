import { createReadStream } from "node:fs";
import { join } from "node:path";
import {
  COLLECTIONS,
  DURATIONS,
  ERRORS,
  effectiveSampling,
  GROUPED,
  InvalidInput,
  invalidFile,
  LENIENT,
  MissingObject,
  markFormat,
  ObjectRefused,
  ROW_LIMIT,
  readingOf,
  type TableColumn,
  type TableDescription,
  type TaskInput,
  type TaskOutput,
  writtenMark,
} from "@agatha/contracts";
import { isOutOfMemory } from "../../data/edits/run-query.js";
import type { CsvSource } from "../../data/ingest/csv/csv-source.js";
import { openCsv } from "../../data/ingest/csv/open-csv.js";
import { type SampledRecords, sampleRecords } from "../../data/ingest/csv/sample-records.js";
import { type DescribedRows, describeTable } from "../../data/ingest/describe-table.js";
import { type ColumnFormat, type ColumnOverride, isDeclaredNumbers } from "../../data/ingest/formats/column-formats.js";
import { dateFormatsOf } from "../../data/ingest/formats/date-formats.js";
import type { DecimalMark } from "../../data/ingest/formats/number-formats.js";
import { type IngestedText, ingestMemoryMiB, ingestText, type TextTableOptions } from "../../data/ingest/ingest-text.js";
import { findNamesBelowColumn } from "../../data/ingest/names-below-column.js";
import { type PreparedSource, prepareSource } from "../../data/ingest/prepare-source.js";
import { nameSheet } from "../../data/ingest/workbook/name-sheet.js";
import { type Database, openDatabase } from "../../data/tables/database.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { checkAndStore } from "./check.js";
import { loadTableDescription } from "./load-table.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type IngestInput = Extract<TaskInput, { kind: "ingest" }>;

const PROGRESS = TASK_PROGRESS.ingest;

/**
 * Reads an uploaded file into a Parquet table, describes its columns, and checks them on request. Throws InvalidInput when the
 * file is at fault.
 */
export const ingest: TaskHandler<"ingest"> = async (input, context) => {
  try {
    return await ingestFile(input, context);
  } catch (error) {
    context.signal.throwIfAborted();
    // The memory is enough for a table of any length and width. Another attempt would fail too.
    throw isOutOfMemory(error) ? invalidFile(ERRORS.unreadableFile, "longTexts") : error;
  }
};

async function ingestFile(input: IngestInput, context: TaskContext): Promise<TaskOutput<"ingest">> {
  const sourcePath = join(context.scratch, "source");
  context.progress(PROGRESS.download, "download");
  await downloadSource(input.source.key, sourcePath, context);
  context.progress(PROGRESS.prepare, "read");
  const prepared = await prepareSource(input.source, { path: sourcePath, scratch: context.scratch, signal: context.signal });
  try {
    return await ingestPrepared(prepared, input, context);
  } catch (error) {
    throw nameSheet(error, prepared.workbook);
  }
}

async function ingestPrepared(
  { file, delimiter, decimal, dates, workbook }: PreparedSource,
  input: IngestInput,
  context: TaskContext,
): Promise<TaskOutput<"ingest">> {
  const tablePath = join(context.scratch, "table.parquet");
  const csv = openCsv(file, delimiter);
  const isSampleEnough = input.rows === "sample" && effectiveSampling(input, Number.POSITIVE_INFINITY) === "random" && !file.complete;
  const sample = isSampleEnough
    ? await sampleRecords(csv, { target: join(context.scratch, "sample.csv"), signal: context.signal })
    : undefined;
  const database = await openDatabase({
    directories: [context.scratch],
    scratch: context.scratch,
    memoryMiB: ingestMemoryMiB(csv),
    threads: 1,
    signal: context.signal,
  });
  try {
    const options: TextTableOptions = {
      decimal,
      dates,
      ...(await likeAnother(input, csv, context)),
      areNumbersTyped: input.source.format !== "csv",
      timezone: input.timezone,
      target: tablePath,
      progress: (fraction) => context.progress(wholeProgress(PROGRESS.read, fraction), "read"),
    };
    const sampled = sample && (await ingestSample(database, sample, options));
    const table = sampled ?? (await ingestText(database, csv, options));
    const sampling = effectiveSampling(input, table.totalRows);
    const rows = await describeTable(database, { path: tablePath, sampling }, (fraction) =>
      context.progress(wholeProgress(PROGRESS.describe, fraction), "describe"),
    );
    const description = describeDataset(table, rows, input, { encoding: file.encoding, delimiter: csv.dialect.delimiter, workbook });
    const namesLine = namesLineOf(csv, input);
    if (namesLine !== undefined) description.namesLine = namesLine;
    const published = await storeTable(tablePath, description, context);
    const areFew = rows.nrow <= ROW_LIMIT;
    const progress = (fraction: number) => context.progress(wholeProgress(PROGRESS.check, fraction), "check");
    const toCheck = { path: tablePath, description, sampling, ...(areFew && { sample: rows.source }), progress };
    const check = input.check ? await checkAndStore(database, toCheck, context) : undefined;
    context.progress(PROGRESS.done, "done");
    return { ...published, ...(sampled && { sampled: true }), ...(check && { check }) };
  } finally {
    await database.close();
  }
}

/** Returns the line in which the names of the columns seem to be, if a text file was read as one column. */
function namesLineOf({ headers, text, requestedDelimiter }: CsvSource, { source }: IngestInput): number | undefined {
  if (source.format !== "csv" || source.header === "none" || headers.length > 1) return undefined;
  return text && findNamesBelowColumn(text, requestedDelimiter)?.names;
}

/** Returns what another table says about the columns: the table of a sample of this file, or one with the same columns. */
async function likeAnother(
  { sampleDocument, like, columns, columnsMayLack }: IngestInput,
  { headers }: CsvSource,
  context: TaskContext,
): Promise<Pick<TextTableOptions, "like" | "overrides">> {
  if (sampleDocument === undefined) {
    return { like, overrides: columnsMayLack ? columns.filter(({ name }) => headers.includes(name)) : columns };
  }
  const sample = await loadTableDescription(sampleDocument, context);
  const delimiter = sample.delimiter ?? undefined;
  return {
    like: { ...readingOf(sample), delimiter },
    overrides: sample.columns.map((column) => overrideOf(column, sample.decimal ?? ".")),
  };
}

/** Returns the type of a sample's column, with the formats of its times, or with the decimal mark of declared numbers. */
function overrideOf({ name, type, written = ["yearFirst"] }: TableColumn, decimal: DecimalMark): ColumnOverride {
  if (type === "d") return { name, type, formats: dateFormatsOf(written) };
  return written.includes(LENIENT) ? { name, type, decimal: writtenMark(written) ?? decimal } : { name, type };
}

/** Throws InvalidInput (sourceFileMissing) if the file is gone, or may be: another attempt would not find it either. */
async function downloadSource(key: string, path: string, { objects }: TaskContext): Promise<void> {
  try {
    await objects.download(key, path);
  } catch (error) {
    if (error instanceof MissingObject) throw invalidFile(ERRORS.sourceFileMissing, "missingFile", { object: error.location });
    if (error instanceof ObjectRefused) throw invalidFile(ERRORS.sourceFileMissing, "refusedFile", { object: error.location });
    throw error;
  }
}

/** Returns undefined when only the whole file can show what is wrong, or what a record is. */
async function ingestSample(database: Database, sample: SampledRecords, options: TextTableOptions): Promise<IngestedText | undefined> {
  try {
    const table = await ingestText(database, sample.source, options);
    return table.totalRows === sample.rows ? { ...table, totalRows: sample.totalRows } : undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

function describeDataset(
  table: IngestedText,
  rows: Pick<DescribedRows, "nrow" | "stats">,
  { source, columns, timezone }: IngestInput,
  { workbook, ...text }: Pick<TableDescription, "encoding" | "delimiter" | "workbook">,
): TableDescription {
  const overrides = new Map(columns.map((override) => [override.name, override]));
  const isText = source.format === "csv";
  return {
    columns: table.headers.map(
      (name, index): TableColumn => ({
        uid: `c${index}`,
        name,
        label: overrides.get(name)?.label ?? name,
        type: table.formats[index].type,
        originalType: table.inferredFormats[index].type,
        colIndex: index,
        hidden: overrides.get(name)?.hidden ?? false,
        stats: rows.stats[index],
        ...writtenFormats(table.formats[index], { decimal: isText ? table.decimal : ".", isWhole: rows.stats[index].integer }),
        ...(table.ambiguities.has(index) && { ambiguity: table.ambiguities.get(index) }),
        ...(table.unread.has(index) && { unread: table.unread.get(index) }),
        ...(table.offsetZones.has(index) && { offsetZone: table.offsetZones.get(index) }),
      }),
    ),
    nrow: rows.nrow,
    totalRows: table.totalRows,
    timezone,
    ...(isText ? { ...text, decimal: table.decimal } : { encoding: null, delimiter: null, decimal: null, workbook }),
  };
}

/** Returns what a reader of the file's texts cannot know without the file. Whole numbers without separators show no decimal mark. */
function writtenFormats(
  format: ColumnFormat,
  { decimal, isWhole }: { decimal: DecimalMark; isWhole: boolean },
): Pick<TableColumn, "written"> {
  if (format.type === "d") {
    const formats = "declared" in format ? format.formats : [format.format];
    // Halves of the day are read by the format alone.
    const isPlain = "declared" in format || format.plain;
    return isPlain && formats[0] === "yearFirst" && formats.length === 1 ? {} : { written: formats };
  }
  if ("durations" in format) return { written: [DURATIONS] };
  if (format.type === "s") return {};
  const kind = isDeclaredNumbers(format) ? [LENIENT] : format.grouped ? [GROUPED] : [];
  const isOwnMark = format.decimal !== decimal && (kind.length > 0 || !isWhole);
  const written = isOwnMark ? [...kind, markFormat(format.decimal)] : kind;
  return written.length > 0 ? { written } : {};
}

async function storeTable(tablePath: string, table: TableDescription, context: TaskContext): Promise<TaskOutput<"ingest">> {
  const stored = await context.objects.put(`${context.outputPrefix}/table.parquet`, createReadStream(tablePath), {
    signal: context.signal,
  });
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.tables).put({ id, datasetUid: context.resourceUid, table });
  const { nrow, totalRows, columns } = table;
  return { table: stored, document: id, summary: { nrow, totalRows, columnCount: columns.length } };
}
