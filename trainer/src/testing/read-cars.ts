import { readFileSync } from "node:fs";
import type { Matrix } from "../numeric/matrix.js";
import { vegaDatasetPath } from "./dataset-files.js";

/** Reads the cars of vega-datasets that have a value in each of the columns. */
export function readCars({ target, columns }: { target: string; columns: readonly string[] }): { x: Matrix; y: Float64Array } {
  const cars = JSON.parse(readFileSync(vegaDatasetPath("cars.json"), "utf8")) as Record<string, number | null>[];
  const whole = cars.filter((car) => columns.every((name) => car[name] !== null));
  const values = (name: string) => Float64Array.from(whole, (car) => Number(car[name]));
  return { x: { nrow: whole.length, ncol: columns.length, columns: columns.map(values) }, y: values(target) };
}
