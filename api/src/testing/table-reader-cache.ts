import { InvalidInput } from "@agatha/contracts";
import type { RowReader } from "@agatha/trainer/serving";
import { SERIES } from "../api-docs/response-examples/accounts-and-datasets.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";

/**
 * Returns a cache of stub tables, with 100,000 rows of a number and a text by default. The one named broken cannot be read, the one named
 * torn not beyond row 500. Edited tables have two rows, or none after a filter, and columns with the names of the steps.
 */
export function stubTableReaderCache(table = { totalRows: 100_000 }): TableReaderCache {
  const reader = (key: string): RowReader => ({
    rows: async ({ start, limit }) => {
      if (key.endsWith("broken") || (key.endsWith("torn") && start + limit > 500)) throw new Error("not a Parquet file");
      const { totalRows: total } = table;
      const count = Math.max(0, Math.min(limit, total - start));
      return { columns: ["x", "y"], total, data: Array.from({ length: count }, (_, i) => [start + i, `row ${start + i}`]) };
    },
    editedRows: async ({ start, limit, extraction }) => {
      if (extraction.specs.some(({ type }) => type === "filter")) throw new InvalidInput("010409", { path: "", message: "No row is left" });
      return { columns: extraction.specs.map(({ type }) => type), total: 2, data: [[1], [2]].slice(start, start + limit) };
    },
    targetLeakage: async ({ response, columns }) =>
      columns.filter((column) => column !== response).map((column) => ({ code: "leakage", column, message: "tells" })),
    describeSeries: async ({ seriesColumn = "", columns }) => ({
      ...SERIES,
      series: { ...SERIES.series, names: [...columns], described: seriesColumn },
    }),
    close: async () => undefined,
  });
  return { use: (key, work) => work(reader(key)), close: async () => undefined };
}
