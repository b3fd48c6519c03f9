import { type ExtractionSpec, InvalidInput, type ModelInput, type Problem } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import { createCellReader } from "../ingest/cells.js";
import { type Database, openDatabase } from "../tables/database.js";
import { type Cell, cells } from "../tables/plain-cells.js";
import type { NamedColumn } from "./check.js";
import { allRows } from "./run.js";
import { BoundValues } from "./statement.js";
import { type ExtractionSource, translate } from "./translate.js";

export interface RecordsToExtract {
  /** Of the dataset: columns that a record does not name have no value in it, others that it names are ignored. */
  columns: readonly NamedColumn[];
  records: readonly Record<string, unknown>[];
  specs: readonly ExtractionSpec[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
}

export interface ExtractedRecords {
  columns: NamedColumn[];
  /** As RowReader gives them; there may be none. */
  rows: Cell[][];
}

export interface RecordExtractor {
  /** Throws InvalidInput: 010602 for cells that cannot be read and rows that are too many, 010404, 010405 and 010411 for steps that do not fit. */
  extract(asked: RecordsToExtract): Promise<ExtractedRecords>;
  close(): Promise<void>;
}

const MEMORY_MIB = 192;
/** So many problems tell enough. */
const MAX_PROBLEMS = 20;

/** Carries out extractions on rows that are sent. DuckDB is opened at the first ones, and closed when none came for a while. */
export function createRecordExtractor({ idleMs }: { idleMs: number }): RecordExtractor {
  let open: Promise<Database> | undefined;
  let users = 0;
  let idle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = open;
    open = undefined;
    await (await closing?.catch(() => undefined))?.close();
  }

  return {
    close,
    async extract({ columns, records, specs, timezone }) {
      const extraction = translate(sourceOf(columns, records, timezone), specs, timezone);
      open ??= openDatabase({ directories: [], memoryMiB: MEMORY_MIB, threads: 1 });
      users++;
      clearTimeout(idle);
      try {
        const rows = await allRows(await open, extraction);
        return { columns: extraction.columns.map(({ name, type }) => ({ name, type })), rows: cells(rows, extraction.columns) };
      } catch (error) {
        throw error instanceof Error && error.message.startsWith("Out of Memory") ? tooMany() : error;
      } finally {
        users--;
        if (users === 0) idle = setTimeout(() => void close(), idleMs).unref();
      }
    },
  };
}

const tooMany = (): InvalidInput =>
  new InvalidInput("010602", { path: "data", message: "These are more rows than can be edited at once: send fewer" });

/** The records as a relation: a bound list for each column, one value a row. */
function sourceOf(columns: readonly NamedColumn[], records: RecordsToExtract["records"], timezone: string): ExtractionSource {
  const values: DuckDBValue[] = [];
  const bound = new BoundValues(values);
  const problems: Problem[] = emptyRecords(columns, records);
  const lists = columns.map(({ name, type }, i) => {
    const read = readerOf(type, timezone);
    const list = records.map((record, row) => {
      const value = read.cell(Object.hasOwn(record, name) ? record[name] : null);
      if (value === undefined) problems.push({ path: `data[${row}].${name}`, message: `must be ${read.expected}` });
      return value ?? null;
    });
    return `unnest(${bound.list(list, LIST_TYPES[type])}) AS r${i}`;
  });
  if (problems.length > 0) throw new InvalidInput("010602", problems.slice(0, MAX_PROBLEMS));
  const plain = columns.map(({ type }, i) => (type === "d" ? `epoch_ms(r${i}) AS r${i}` : `r${i}`));
  return {
    from: `(SELECT ${plain.join(", ")} FROM (SELECT ${lists.join(", ")}))`,
    values,
    columns: columns.map(({ name, type }, i) => ({ name, type, identifier: `r${i}` })),
  };
}

const LIST_TYPES = { n: "DOUBLE", s: "VARCHAR", d: "BIGINT" } as const;
/** Furthest instant of a JavaScript Date, in milliseconds (ECMA-262, section "Time Values and Time Range"). */
const FURTHEST_TIME = 8.64e15;

/** Undefined for what cannot be read. */
function readerOf(
  type: NamedColumn["type"],
  timezone: string,
): { cell(value: unknown): number | string | null | undefined; expected: string } {
  if (type === "s") return { cell: textOf, expected: "text" };
  const asked: Pick<ModelInput, "type" | "levels"> = { type, levels: [] };
  const { read, expected } = createCellReader(asked, timezone);
  return {
    expected,
    cell(value) {
      const number = read(value);
      if (number === undefined || Number.isNaN(number)) return number === undefined ? undefined : null;
      if (type === "n") return number;
      return Math.abs(number) <= FURTHEST_TIME ? Math.trunc(number) : undefined;
    },
  };
}

/** Text of blanks alone is none, as in a file. */
function textOf(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const text = String(value);
  return text.trim() === "" ? null : text;
}

function emptyRecords(columns: readonly NamedColumn[], records: RecordsToExtract["records"]): Problem[] {
  return records.flatMap((record, row) =>
    columns.some(({ name }) => Object.hasOwn(record, name))
      ? []
      : [{ path: `data[${row}]`, message: "has no value for any column of the dataset" }],
  );
}
