import type { DatasetAnswer } from "@agatha/contracts/wire";
import { rowsVersion } from "./rows-version.js";

const column = (type: string, ...written: string[]) => ({ name: "day", type, ...(written.length > 0 && { written }) });
const dataset = (...columns: object[]) => ({ sampling: "raw", decimal: ".", columns }) as unknown as DatasetAnswer;

test.each([
  ["the order of day and month", column("d", "dayFirst", "monthFirst"), column("d", "monthFirst", "dayFirst")],
  ["separators of thousands", column("n"), column("n", "grouped")],
  ["the type", column("d"), column("s")],
])("rows have another version where a column is read differently: %s", (_what, before, after) => {
  expect(rowsVersion(dataset(after))).not.toBe(rowsVersion(dataset(before)));
});

test("another label leaves the version of the rows as it is", () => {
  const labelled = { ...column("d", "dayFirst"), label: "Day", hidden: true };
  expect(rowsVersion(dataset(labelled))).toBe(rowsVersion(dataset(column("d", "dayFirst"))));
});
