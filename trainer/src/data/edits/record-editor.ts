import { setImmediate } from "node:timers/promises";
import { ERRORS, InvalidInput, type Problem, type TableColumn } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import { type CellFormats, createCellReader, MAX_CELL_PROBLEMS } from "../ingest/cells/cell-reader.js";
import type { DecimalMark } from "../ingest/formats/number-formats.js";
import { type Database, openDatabase } from "../tables/database.js";
import { type Cell, toCells } from "../tables/plain-cells.js";
import { MAX_TIME_MS } from "../tables/zoned-time.js";
import { SQL_LIST_TYPES } from "./bind-values.js";
import type { NamedColumn } from "./columns-after-edits.js";
import type { LoadedStep } from "./joined-rows.js";
import { StatementParameters } from "./relation.js";
import { isOutOfMemory, queryAllRows } from "./run-query.js";
import { type EditSource, translateToSql } from "./translate-to-sql.js";

/** Column with what tells how the dataset's file writes its values, as far as that is known. */
type RecordColumn = NamedColumn & Partial<Pick<TableColumn, "written" | "stats">>;

interface RecordsToEdit {
  /** Columns of the dataset. A column that a record lacks is missing; a record's other names are ignored. */
  columns: readonly RecordColumn[];
  /** Decimal mark of the dataset's file. */
  decimal?: DecimalMark | undefined;
  records: readonly Record<string, unknown>[];
  specs: readonly LoadedStep[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
}

export interface EditedRecords {
  columns: NamedColumn[];
  /** Cells as RowReader gives them; the list may be empty. */
  rows: Cell[][];
}

export interface RecordEditor {
  /**
   * Applies the steps to the records. Throws InvalidInput: apiInputInvalid for unreadable cells and for too many rows;
   * dataExtraction for steps that do not fit.
   */
  applyEdits(request: RecordsToEdit): Promise<EditedRecords>;
  close(): Promise<void>;
}

const MEMORY_MIB = 192;

/**
 * Creates an editor that applies edit steps to records. It opens DuckDB for the first records, and closes it after `idleMs`
 * without any.
 */
export function createRecordEditor({ idleMs }: { idleMs: number }): RecordEditor {
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
    async applyEdits({ specs, timezone, ...request }) {
      const extraction = translateToSql(await toRecordSource({ ...request, timezone }), specs, timezone);
      open ??= openDatabase({ directories: [], memoryMiB: MEMORY_MIB, threads: 1 });
      users++;
      clearTimeout(idle);
      try {
        const rows = await queryAllRows(await open, extraction);
        return {
          columns: extraction.columns.map(({ name, type }) => ({ name, type })),
          rows: await toCellsInParts(rows, extraction.columns),
        };
      } catch (error) {
        throw isOutOfMemory(error) ? tooManyRows() : error;
      } finally {
        users--;
        if (users === 0) idle = setTimeout(() => void close(), idleMs).unref();
      }
    },
  };
}

const tooManyRows = (): InvalidInput =>
  new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message: "These are more rows than can be edited at once: send fewer" });

/** Rows that are converted between two other pieces of work of the event loop. */
const ROWS_PER_TURN = 200;

async function toCellsInParts(rows: unknown[][], columns: readonly NamedColumn[]): Promise<Cell[][]> {
  const parts: Cell[][][] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_TURN) {
    parts.push(toCells(rows.slice(start, start + ROWS_PER_TURN), columns));
    await setImmediate();
  }
  return parts.flat();
}

/** Turns the records into a relation. Each column is one bound list with one value per row. Other work runs between the columns. */
async function toRecordSource({ columns, records, timezone, decimal }: Omit<RecordsToEdit, "specs">): Promise<EditSource> {
  const values: DuckDBValue[] = [];
  const bound = new StatementParameters(values);
  const problems: Problem[] = emptyRecordProblems(columns, records);
  const lists: string[] = [];
  for (const [i, column] of columns.entries()) {
    const { name, type } = column;
    const read = createRecordCellReader(column, { timezone, decimal });
    const list = records.map((record, row) => {
      const value = read.cell(Object.hasOwn(record, name) ? record[name] : null);
      if (value === undefined) problems.push({ path: `data[${row}].${name}`, message: `must be ${read.expected}` });
      return value ?? null;
    });
    lists.push(`unnest(${bound.list(list, SQL_LIST_TYPES[type])}) AS r${i}`);
    await setImmediate();
  }
  if (problems.length > 0) throw new InvalidInput(ERRORS.apiInputInvalid, problems.slice(0, MAX_CELL_PROBLEMS));
  const plain = columns.map(({ type }, i) => (type === "d" ? `epoch_ms(r${i}) AS r${i}` : `r${i}`));
  return {
    from: `(SELECT ${plain.join(", ")} FROM (SELECT ${lists.join(", ")}))`,
    values,
    columns: columns.map(({ name, type }, i) => ({ name, type, identifier: `r${i}` })),
  };
}

/** Creates the reader of one column's cells, as the file has them. The reader returns undefined for a cell that it cannot read. */
function createRecordCellReader(
  { name, type, written, stats }: RecordColumn,
  formats: Omit<CellFormats, "written">,
): { cell(value: unknown): number | string | null | undefined; expected: string } {
  if (type === "s") return { cell: (value) => toText(typeof value === "boolean" ? wordOf(value, stats) : value), expected: "text" };
  const input = { name, type, levels: [], ...(stats && { min: stats.min ?? Number.POSITIVE_INFINITY }) };
  const { read, expected } = createCellReader(input, { ...formats, ...(written && { written: new Map([[name, written]]) }) });
  return {
    expected,
    cell(value) {
      const number = read(value);
      if (number === undefined || Number.isNaN(number)) return number === undefined ? undefined : null;
      if (type === "n") return number;
      return Math.abs(number) <= MAX_TIME_MS ? Math.trunc(number) : undefined;
    },
  };
}

/** Returns the word that a column of text has for true or false, such as TRUE. */
function wordOf(value: boolean, stats: TableColumn["stats"] | undefined): string {
  return stats?.top.map((each) => String(each.value)).find((word) => word.trim().toLowerCase() === String(value)) ?? String(value);
}

/** Converts a value to text; blank text is missing, as in a file. */
function toText(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const text = String(value);
  return text.trim() === "" ? null : text;
}

function emptyRecordProblems(columns: readonly NamedColumn[], records: RecordsToEdit["records"]): Problem[] {
  return records.flatMap((record, row) =>
    columns.some(({ name }) => Object.hasOwn(record, name))
      ? []
      : [{ path: `data[${row}]`, message: "has no value for any column of the dataset" }],
  );
}
