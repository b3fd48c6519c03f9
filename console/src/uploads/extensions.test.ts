import { ensureExtension } from "./extensions.js";

test.each(["cars.csv", "CARS.CSV", "a.b.xlsx", "old.xls"])("%s is sent", (name) => {
  expect(() => ensureExtension({ name })).not.toThrow();
});

test.each(["cars.parquet", "cars", "csv", "cars.csv.gz", ".xlsx.exe"])("%s is not even sent", (name) => {
  expect(() => ensureExtension({ name })).toThrow(expect.objectContaining({ code: "010408" }));
});
