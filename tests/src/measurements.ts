import { appendFileSync } from "node:fs";

/** Adds a line to the file that AGATHA_FIGURES names, if any. The output of a Jest worker would be lost. */
export function recordMeasurement(figure: string): void {
  if (process.env.AGATHA_FIGURES) appendFileSync(process.env.AGATHA_FIGURES, `${figure}\n`);
}
