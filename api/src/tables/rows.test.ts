import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { readPages } from "./rows.js";

test("pages are sized by the columns that the rows have, of which edit steps may leave few", async () => {
  const rows: number[] = [];
  await stubTableReaderCache().use("table", async (reader) => {
    for await (const { data } of readPages(reader, { sampling: "raw" }, 500)) rows.push(data.length);
  });
  expect(rows).toEqual([100, 25_000, 25_000, 25_000, 24_900]);
});
