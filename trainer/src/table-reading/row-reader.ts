import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { SamplingMethod } from "@agatha/contracts";
import { createMutex } from "@agatha/contracts/mutex";
import type { LoadedStep } from "../data/edits/joined-rows.js";
import { queryEditedTable } from "../data/edits/read-edited-table.js";
import { queryPage } from "../data/edits/run-query.js";
import { translateToSql } from "../data/edits/translate-to-sql.js";
import { readRowsByColumnGroups } from "../data/tables/column-groups.js";
import { openDatabase } from "../data/tables/database.js";
import { columnValueSql, openParquetTable, sampledRowSource, selectionSource } from "../data/tables/parquet-table.js";
import { type Cell, toCells } from "../data/tables/plain-cells.js";
import { queryTable } from "../data/tables/read-table.js";
import { selectionSize, selectRows, sliceSelection } from "../data/tables/sampling.js";
import { describeSeriesOfTable, type SeriesOfTable, type SeriesSelection } from "../data/time-series/describe-series-of-table.js";
import { findTargetLeakage, type LeakageSearch, type LeakageWarning, validationColumns } from "../training/leakage/target-leakage.js";

export type { Cell };

export interface RowPage {
  /** Column names in file order, which is also the order of each row's cells. */
  columns: string[];
  data: Cell[][];
  /** Number of rows with this sampling. */
  total: number;
}

export interface RowReader {
  /**
   * Returns rows `start` to `start + limit` of those that `sampling` selects. Numbers are unchanged, text is as in the file,
   * times are ISO 8601 in UTC, missing cells are null.
   */
  rows(page: { start: number; limit: number; sampling: SamplingMethod }): Promise<RowPage>;
  /**
   * Same as `rows`, after the edit steps are applied to the rows that `sampling` selects. Throws InvalidInput
   * (duplicateColumnName, columnName, noRowsLeft, reservedColumnName).
   */
  editedRows(page: { start: number; limit: number; sampling: SamplingMethod; extraction: EditSteps }): Promise<RowPage>;
  /**
   * Returns the columns with target leakage for a model of this type, among the rows that `sampling` selects or what the edit
   * steps make of them. Throws InvalidInput (duplicateColumnName, columnName, noRowsLeft, reservedColumnName, responseType),
   * NotFound (columnName).
   */
  targetLeakage(query: LeakageQuery): Promise<LeakageWarning[]>;
  /**
   * Describes a series of the rows that `sampling` selects, or of what the edit steps make of them. Throws InvalidInput
   * (timeColumnCount, responseNotFound, badRequest for a series that the table lacks, and those of the edit steps), NotFound
   * (columnName).
   */
  describeSeries(query: SeriesQuery): Promise<SeriesOfTable>;
  close(): Promise<void>;
}

export interface EditSteps {
  specs: readonly LoadedStep[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
}

export interface LeakageQuery extends LeakageSearch {
  /** Columns that the model may use. */
  columns: readonly string[];
  sampling: SamplingMethod;
  extraction?: EditSteps | undefined;
}

export interface SeriesQuery extends SeriesSelection {
  /** Columns to read: those of the selection, and those that may name series. */
  columns: readonly string[];
  sampling: SamplingMethod;
  extraction?: EditSteps | undefined;
}

const MEMORY_MIB = 128;

/** Opens an ingested table for paging. DuckDB is loaded at the first call. The memory of one reader is bounded. */
export async function openRowReader(path: string): Promise<RowReader> {
  const scratch = `${path}.spilled`;
  const database = await openDatabase({ directories: [dirname(path), scratch], scratch, memoryMiB: MEMORY_MIB, threads: 1 });
  const table = await openParquetTable(database, path);
  const columns = table.columns.map((column) => column.name);
  // A statement ends the stream of another one on the same connection.
  const inTurn = createMutex();
  const readColumns = ({ extraction, ...options }: Pick<SeriesQuery, "columns" | "sampling" | "extraction">) =>
    inTurn(() => (extraction ? queryEditedTable(database, table, { ...options, ...extraction }) : queryTable(database, table, options)));
  return {
    async rows({ start, limit, sampling }) {
      const selection = selectRows(sampling, table.totalRows);
      const source = selectionSource(table, sliceSelection(selection, start, limit));
      const rows = await inTurn(() =>
        readRowsByColumnGroups(table.columns, (group) =>
          database.rows(`SELECT ${group.map(columnValueSql).join(", ")} FROM ${source.from}`, source.values),
        ),
      );
      return { columns, data: toCells(rows, table.columns), total: selectionSize(selection) };
    },
    async editedRows({ start, limit, sampling, extraction }) {
      const source = sampledRowSource(table, sampling);
      const translated = translateToSql({ ...source, columns: table.columns }, extraction.specs, extraction.timezone);
      const { rows, total } = await inTurn(() => queryPage(database, translated, { start, limit }));
      return { columns: translated.columns.map(({ name }) => name), data: toCells(rows, translated.columns), total };
    },
    async targetLeakage({ columns, sampling, extraction, ...search }) {
      const told = search.validation ? validationColumns(search.validation) : [];
      const wanted = [...new Set([...(columns.includes(search.response) ? [] : [search.response]), ...columns, ...told])];
      const found = await findTargetLeakage(await readColumns({ columns: wanted, sampling, extraction }), search);
      return found.filter(({ column }) => columns.includes(column));
    },
    async describeSeries({ columns, sampling, extraction, ...selection }) {
      return await describeSeriesOfTable(await readColumns({ columns, sampling, extraction }), selection);
    },
    async close() {
      await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
