import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../tables/database.js";
import { openParquetTable } from "../tables/parquet-table.js";
import { translateToSql } from "./translate-to-sql.js";
import { writeEditedTable } from "./write-edited-table.js";

const numbers = Array.from({ length: 200 }, (_, i) => ({ name: `v${i}`, type: "n" as const, cell: `(r * ${i + 1})::DOUBLE` }));
const text = { name: "text", type: "s" as const, cell: "repeat(md5(r::VARCHAR), 60)" };

test.each([
  ["wide", numbers],
  ["long its texts are", [numbers[0]!, text]],
])(
  "the result of edits is written in row groups that fit in memory, however %s",
  async (_how, cells) => {
    const folder = await mkdtemp(join(tmpdir(), "write-edited-"));
    const database = await openDatabase({ directories: [folder], memoryMiB: 96, threads: 1 });
    try {
      const columns = cells.map(({ name, type }) => ({ name, type, identifier: name }));
      const selected = cells.map(({ name, cell }) => `${cell} AS ${name}`);
      const source = { from: `(SELECT ${selected.join(", ")} FROM range(60000) AS rows(r))`, values: [], columns };
      const path = join(folder, "edited.parquet");
      await writeEditedTable(
        database,
        translateToSql(source, [{ type: "replacement", replace_col: "v0", action: { kind: "fill", value: 0 } }], "UTC"),
        path,
      );
      const written = await openParquetTable(database, path);
      expect([written.columns.length, written.totalRows]).toEqual([cells.length, 60_000]);
    } finally {
      await database.close();
      await rm(folder, { recursive: true });
    }
  },
  60_000,
);
