import { dirname } from "node:path";
import type { SamplingMethod } from "@agatha/contracts";
import { openDatabase } from "../tables/database.js";
import { openParquetTable, plainValue, rowSource } from "../tables/parquet-table.js";
import { readOpenTable } from "../tables/read-table.js";
import { selectionSize, selectRows, sliceSelection } from "../tables/sampling.js";
import { findLeaks, type LeakWarning } from "../training/leakage.js";

export type Cell = number | string | null;

export interface RowPage {
  /** In file order, as are the cells of each row. */
  columns: string[];
  data: Cell[][];
  /** Rows that can be asked for with this sampling. */
  total: number;
}

export interface RowReader {
  /** Rows `start` to `start + limit` of those that `sampling` takes. Numbers as they are, text as in the file, times as ISO 8601 UTC; null where there is none. */
  rows(page: { start: number; limit: number; sampling: SamplingMethod }): Promise<RowPage>;
  /** Columns of the rows that `sampling` takes that give the response away to a model of this type. Throws InvalidInput (010504), NotFound (010405). */
  leaks(asked: LeakQuestion): Promise<LeakWarning[]>;
  close(): void;
}

export interface LeakQuestion {
  response: string;
  type: "REGRESSION" | "CLASSIFICATION";
  /** Those that a model might learn from. */
  columns: readonly string[];
  sampling: SamplingMethod;
}

const MEMORY_MIB = 128;

/** Opens an ingested table for paging. DuckDB is loaded at the first call; what one reader holds in memory is bounded. */
export async function openRowReader(path: string): Promise<RowReader> {
  const database = await openDatabase({ directories: [dirname(path)], memoryMiB: MEMORY_MIB, threads: 1 });
  const table = await openParquetTable(database, path);
  const columns = table.columns.map((column) => column.name);
  const isDate = table.columns.map((column) => column.type === "d");
  return {
    async rows({ start, limit, sampling }) {
      const selection = selectRows(sampling, table.totalRows);
      const source = await rowSource(table, sliceSelection(selection, start, limit));
      const rows = await database.rows(`SELECT ${table.columns.map(plainValue).join(", ")} FROM ${source.from}`, source.values);
      return { columns, data: rows.map((row) => row.map((value, index) => cell(value, isDate[index]))), total: selectionSize(selection) };
    },
    async leaks({ response, type, columns, sampling }) {
      const wanted = columns.filter((name) => name !== response);
      return await findLeaks(await readOpenTable(database, table, { sampling, columns: [response, ...wanted] }), response, type);
    },
    close: () => database.close(),
  };
}

function cell(value: unknown, isDate: boolean): Cell {
  if (typeof value === "string") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return isDate ? new Date(value).toISOString() : value;
}
