import type { TableColumn } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { aDatasetAnswer, aDatasetColumn } from "../../../testing/answers.js";
import { rowsVersion } from "./rows-version.js";

const column = (type: TableColumn["type"], ...written: string[]) =>
  aDatasetColumn({ name: "day", type, ...(written.length > 0 && { written }) });
const dataset = (...columns: DatasetAnswer["columns"]) => aDatasetAnswer({ columns });

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
