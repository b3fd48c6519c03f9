import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { EditStepSpec, SamplingMethod } from "@agatha/contracts";
import { queryEditedTable } from "../data/edits/read-edited-table.js";
import { queryPage } from "../data/edits/run-query.js";
import { translateToSql } from "../data/edits/translate-to-sql.js";
import { openDatabase } from "../data/tables/database.js";
import { columnValueSql, openParquetTable, sampledRowSource, selectionSource } from "../data/tables/parquet-table.js";
import { type Cell, toCells } from "../data/tables/plain-cells.js";
import { queryTable } from "../data/tables/read-table.js";
import { selectionSize, selectRows, sliceSelection } from "../data/tables/sampling.js";
import { findTargetLeakage, type LeakageWarning } from "../training/leakage/target-leakage.js";

export type { Cell };

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
  /** The same of what an extraction makes of the rows that `sampling` takes. Throws InvalidInput (duplicateColumnName, columnName, noRowsLeft, reservedColumnName). */
  editedRows(page: { start: number; limit: number; sampling: SamplingMethod; extraction: EditSteps }): Promise<RowPage>;
  /** Columns of the rows that `sampling` takes, or of what an extraction makes of them, that give the response away to a model of this type. Throws InvalidInput (duplicateColumnName, columnName, noRowsLeft, reservedColumnName, responseType), NotFound (columnName). */
  targetLeakage(asked: LeakageQuery): Promise<LeakageWarning[]>;
  close(): Promise<void>;
}

export interface EditSteps {
  specs: readonly EditStepSpec[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
}

export interface LeakageQuery {
  response: string;
  type: "REGRESSION" | "CLASSIFICATION";
  /** Those that a model might learn from. */
  columns: readonly string[];
  sampling: SamplingMethod;
  extraction?: EditSteps | undefined;
}

const MEMORY_MIB = 128;

/** Opens an ingested table for paging. DuckDB is loaded at the first call; what one reader holds in memory is bounded. */
export async function openRowReader(path: string): Promise<RowReader> {
  const scratch = `${path}.spilled`;
  const database = await openDatabase({ directories: [dirname(path), scratch], scratch, memoryMiB: MEMORY_MIB, threads: 1 });
  const table = await openParquetTable(database, path);
  const columns = table.columns.map((column) => column.name);
  return {
    async rows({ start, limit, sampling }) {
      const selection = selectRows(sampling, table.totalRows);
      const source = await selectionSource(table, sliceSelection(selection, start, limit));
      const rows = await database.rows(`SELECT ${table.columns.map(columnValueSql).join(", ")} FROM ${source.from}`, source.values);
      return { columns, data: toCells(rows, table.columns), total: selectionSize(selection) };
    },
    async editedRows({ start, limit, sampling, extraction }) {
      const source = await sampledRowSource(table, sampling);
      const translated = translateToSql({ ...source, columns: table.columns }, extraction.specs, extraction.timezone);
      const { rows, total } = await queryPage(database, translated, { start, limit });
      return { columns: translated.columns.map(({ name }) => name), data: toCells(rows, translated.columns), total };
    },
    async targetLeakage({ response, type, columns, sampling, extraction }) {
      const asked = { sampling, columns: columns.includes(response) ? columns : [response, ...columns] };
      const read = extraction ? queryEditedTable(database, table, { ...asked, ...extraction }) : queryTable(database, table, asked);
      return await findTargetLeakage(await read, response, type);
    },
    async close() {
      await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
