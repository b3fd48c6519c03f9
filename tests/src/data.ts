import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A file of the vega-datasets package, which every clone has. */
export function vegaFile(name: string): string {
  const entry = createRequire(import.meta.url).resolve("vega-datasets");
  let folder = dirname(entry);
  while (!existsSync(join(folder, "data"))) folder = dirname(folder);
  return join(folder, "data", name);
}

/** Cars of 1970 to 1982 as CSV, numbered: 406 rows with numbers, text, times and missing values. */
export function carsCsv(): string {
  const cars = JSON.parse(readFileSync(vegaFile("cars.json"), "utf8")) as Record<string, unknown>[];
  const names = Object.keys(cars[0] ?? {});
  const quote = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`);
  const lines = cars.map((car, row) => [row + 1, ...names.map((name) => quote(car[name]))].join(","));
  return [["Record", ...names].join(","), ...lines].join("\n");
}

/** The cars with a column more, which follows from a number of the car; that is 0 where it is missing. */
export function carsWithColumn(name: string, source: string, cell: (value: number) => string): string {
  const [header = "", ...rows] = carsCsv().split("\n");
  const at = header.split(",").indexOf(source);
  const numberOf = (row: string) => Number((row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[at] ?? "").replace(/[",]/g, ""));
  return [`${header},${name}`, ...rows.map((row) => `${row},${cell(numberOf(row))}`)].join("\n");
}

/** The cars with the answer in another unit. */
export const leakyCars = (): string => carsWithColumn("Litres", "Miles_per_Gallon", (miles) => (miles > 0 ? String(235.2 / miles) : ""));

/** The folder with more real data, where there is one. */
export const testDataFolder: string | undefined = process.env.TEST_DATA;

export function readTestData(name: string): Buffer {
  return readFileSync(join(testDataFolder ?? "", name));
}
