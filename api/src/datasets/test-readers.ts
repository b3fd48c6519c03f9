import type { RowReader } from "@agatha/trainer/serving";
import type { TableReaders } from "./table-readers.js";

const TOTAL = 100_000;

/** A table of 100,000 rows of a number and a text. The one named broken cannot be read, the one named torn not beyond row 500. */
export function testReaders(): TableReaders {
  const reader = (key: string): RowReader => ({
    rows: async ({ start, limit }) => {
      if (key.endsWith("broken") || (key.endsWith("torn") && start >= 500)) throw new Error("not a Parquet file");
      const count = Math.max(0, Math.min(limit, TOTAL - start));
      return { columns: ["x", "y"], total: TOTAL, data: Array.from({ length: count }, (_, i) => [start + i, `row ${start + i}`]) };
    },
    leaks: async ({ response, columns }) => columns.filter((column) => column !== response).map((column) => ({ column, message: "tells" })),
    close: () => undefined,
  });
  return { use: (key, work) => work(reader(key)), close: async () => undefined };
}
