import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { ExtractionSpec, SamplingMethod } from "@agatha/contracts";
import { readOpenExtracted } from "../data/edits/read-extracted.js";
import { extractedRows } from "../data/edits/run.js";
import { translate } from "../data/edits/translate.js";
import { openDatabase } from "../data/tables/database.js";
import { openParquetTable, plainValue, rowSource, rowsInUse } from "../data/tables/parquet-table.js";
import { type Cell, cells } from "../data/tables/plain-cells.js";
import { readOpenTable } from "../data/tables/read-table.js";
import { selectionSize, selectRows, sliceSelection } from "../data/tables/sampling.js";
import { findLeaks, type LeakWarning } from "../training/leakage/leakage.js";

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
  /** The same of what an extraction makes of the rows that `sampling` takes. Throws InvalidInput (010404, 010405, 010409, 010411). */
  extracted(page: { start: number; limit: number; sampling: SamplingMethod; extraction: ExtractionSteps }): Promise<RowPage>;
  /** Columns of the rows that `sampling` takes, or of what an extraction makes of them, that give the response away to a model of this type. Throws InvalidInput (010404, 010405, 010409, 010411, 010504), NotFound (010405). */
  leaks(asked: LeakQuestion): Promise<LeakWarning[]>;
  close(): Promise<void>;
}

export interface ExtractionSteps {
  specs: readonly ExtractionSpec[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
}

export interface LeakQuestion {
  response: string;
  type: "REGRESSION" | "CLASSIFICATION";
  /** Those that a model might learn from. */
  columns: readonly string[];
  sampling: SamplingMethod;
  extraction?: ExtractionSteps | undefined;
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
      const source = await rowSource(table, sliceSelection(selection, start, limit));
      const rows = await database.rows(`SELECT ${table.columns.map(plainValue).join(", ")} FROM ${source.from}`, source.values);
      return { columns, data: cells(rows, table.columns), total: selectionSize(selection) };
    },
    async extracted({ start, limit, sampling, extraction }) {
      const source = await rowsInUse(table, sampling);
      const translated = translate({ ...source, columns: table.columns }, extraction.specs, extraction.timezone);
      const { rows, total } = await extractedRows(database, translated, { start, limit });
      return { columns: translated.columns.map(({ name }) => name), data: cells(rows, translated.columns), total };
    },
    async leaks({ response, type, columns, sampling, extraction }) {
      const asked = { sampling, columns: columns.includes(response) ? columns : [response, ...columns] };
      const read = extraction ? readOpenExtracted(database, table, { ...asked, ...extraction }) : readOpenTable(database, table, asked);
      return await findLeaks(await read, response, type);
    },
    async close() {
      await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
