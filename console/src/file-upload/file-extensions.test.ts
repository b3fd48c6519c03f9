import { assertTableExtension } from "./file-extensions.js";

test.each(["cars.csv", "CARS.CSV", "a.b.xlsx", "old.xls"])("%s is accepted", (name) => {
  expect(() => assertTableExtension({ name })).not.toThrow();
});

// @contract files-are-csv-xlsx-or-xls-and
test.each(["cars.parquet", "cars", "csv", "cars.csv.gz", ".xlsx.exe"])("%s is refused before it is sent", (name) => {
  expect(() => assertTableExtension({ name })).toThrow(expect.objectContaining({ code: "010408" }));
});
