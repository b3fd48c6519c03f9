import { type ColumnStats, ROW_LIMIT, type SamplingMethod } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { openParquetTable, type RowSource, selectionSource } from "../tables/parquet-table.js";
import { selectionSize, selectRows } from "../tables/sampling.js";
import { describeColumns } from "./column-stats.js";

export interface DescribedRows {
  nrow: number;
  stats: ColumnStats[];
  /** Rows that the description covers, to be read again. */
  source: RowSource;
}

/** Describes the rows in use. A few rows are copied into a temporary table once; a long table is read column by column. */
export async function describeTable(
  database: Database,
  { path, sampling }: { path: string; sampling: SamplingMethod },
  progress: (fraction: number) => void,
): Promise<DescribedRows> {
  const table = await openParquetTable(database, path);
  const selection = selectRows(sampling, table.totalRows);
  const nrow = selectionSize(selection);
  let source = selectionSource(table, selection);
  if (nrow <= ROW_LIMIT) {
    await database.rows(`CREATE TEMP TABLE rows_in_use AS SELECT * FROM ${source.from}`, source.values);
    source = { from: "rows_in_use", values: [] };
  }
  return { nrow, source, stats: await describeColumns(database, { source, columns: table.columns, nrow }, progress) };
}
