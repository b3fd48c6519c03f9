import { appendFileSync } from "node:fs";

/** Adds a line to the file that AGATHA_FIGURES names, if any: what a worker of Jest prints is lost. */
export function recordMeasurement(figure: string): void {
  if (process.env.AGATHA_FIGURES) appendFileSync(process.env.AGATHA_FIGURES, `${figure}\n`);
}
