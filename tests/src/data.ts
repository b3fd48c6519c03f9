import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Returns the path of a file of the vega-datasets package, a dependency of the project. */
export function vegaFile(name: string): string {
  const entry = createRequire(import.meta.url).resolve("vega-datasets");
  let folder = dirname(entry);
  while (!existsSync(join(folder, "data"))) folder = dirname(folder);
  return join(folder, "data", name);
}

/** Returns cars of 1970 to 1982 as CSV, numbered: 406 rows with numbers, text, times and missing values. */
export function carsCsv(): string {
  const cars = JSON.parse(readFileSync(vegaFile("cars.json"), "utf8")) as Record<string, unknown>[];
  const names = Object.keys(cars[0] ?? {});
  const quote = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`);
  const lines = cars.map((car, row) => [row + 1, ...names.map((name) => quote(car[name]))].join(","));
  return [["Record", ...names].join(","), ...lines].join("\n");
}

/** Returns the cars with one more column, computed from a number of the car, or from 0 where that is missing. */
export function carsWithColumn(name: string, source: string, cell: (value: number) => string): string {
  const [header = "", ...rows] = carsCsv().split("\n");
  const at = header.split(",").indexOf(source);
  const numberOf = (row: string) => Number((row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[at] ?? "").replace(/[",]/g, ""));
  return [`${header},${name}`, ...rows.map((row) => `${row},${cell(numberOf(row))}`)].join("\n");
}

/** Returns the cars with the target in another unit. */
export const leakyCars = (): string => carsWithColumn("Litres", "Miles_per_Gallon", (miles) => (miles > 0 ? String(235.2 / miles) : ""));

/** Folder with more real data; undefined without one. */
export const testDataFolder: string | undefined = process.env.TEST_DATA;

export function readTestData(name: string): Buffer {
  return readFileSync(join(testDataFolder ?? "", name));
}
