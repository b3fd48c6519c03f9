import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { csvCell } from "@agatha/contracts/csv/csv-cell";
import type { Plugin } from "vite";

/**
 * Sample that the home screen offers: 406 cars of 1970 to 1982 (StatLib, Donoho and Ramos 1982), taken from vega-datasets. The
 * build converts it to CSV, so that no repository holds a second copy of the data.
 */
const SAMPLE = "samples/cars.csv";

export function sampleDatasetPlugin(): Plugin {
  return {
    name: "agatha-samples",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: SAMPLE, source: carsCsv() });
    },
    configureServer(server) {
      server.middlewares.use(`/${SAMPLE}`, (_request, response) => {
        response.setHeader("Content-Type", "text/csv");
        response.end(carsCsv());
      });
    },
  };
}

function carsCsv(): string {
  const path = join(dirname(createRequire(import.meta.url).resolve("vega-datasets")), "../data/cars.json");
  const cars = JSON.parse(readFileSync(path, "utf8")) as Record<string, string | number | null>[];
  const columns = Object.keys(cars[0] ?? {});
  const line = (cells: (string | number | null)[]) => cells.map(csvCell).join(",");
  return `${[line(columns), ...cars.map((car) => line(columns.map((name) => car[name] ?? null)))].join("\r\n")}\r\n`;
}
