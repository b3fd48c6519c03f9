import type { PredictionResult } from "@agatha/contracts";
import type { CsvCell } from "@agatha/contracts/csv/csv-cell";

export interface PredictionColumns {
  header: string[];
  /** Cells of one row, counted from 0. */
  cells(row: number): CsvCell[];
}

/** Returns predictions as columns of a file: the prediction, and its class probabilities, score, p-value and alarm if any. */
export function predictionColumns(
  { value, prob, score, p_value, alarm }: PredictionResult,
  answer: string,
  prefix = "",
): PredictionColumns {
  const labels = Object.keys(prob?.[0] ?? {});
  const others = Object.entries({ score, p_value, alarm }).flatMap(([name, cells]) => (cells ? [{ name, cells }] : []));
  // The score, p-value and alarm of a row without an answer say nothing.
  const cellOf = (cells: CsvCell[], row: number) => (value[row] === null ? null : cells[row]);
  return {
    header: [answer, ...labels.map((label) => `${prefix}probability ${label}`), ...others.map(({ name }) => `${prefix}${name}`)],
    cells: (row) => [value[row], ...labels.map((label) => prob?.[row]?.[label]), ...others.map(({ cells }) => cellOf(cells, row))],
  };
}
