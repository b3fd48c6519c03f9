import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../tables/database.js";
import { openParquetTable } from "../tables/parquet-table.js";
import { translateToSql } from "./translate-to-sql.js";
import { writeEditedTable } from "./write-edited-table.js";

test("the result of edits is written in row groups that fit in memory, however wide it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "write-edited-"));
  const database = await openDatabase({ directories: [folder], memoryMiB: 96, threads: 1 });
  try {
    const columns = Array.from({ length: 200 }, (_, i) => ({ name: `v${i}`, type: "n" as const, identifier: `v${i}` }));
    const cells = columns.map(({ name }, i) => `(r * ${i + 1})::DOUBLE AS ${name}`);
    const source = { from: `(SELECT ${cells.join(", ")} FROM range(60000) AS rows(r))`, values: [], columns };
    const path = join(folder, "edited.parquet");
    await writeEditedTable(
      database,
      translateToSql(source, [{ type: "replacement", replace_col: "v0", action: { kind: "fill", value: 0 } }], "UTC"),
      path,
    );
    const written = await openParquetTable(database, path);
    expect([written.columns.length, written.totalRows]).toEqual([200, 60_000]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}, 60_000);
