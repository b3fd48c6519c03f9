import type { PredictionResult } from "@agatha/contracts";
import type { CsvCell } from "../http/csv-download.js";

export interface PredictionColumns {
  header: string[];
  /** Cells of one row, counted from 0. */
  cells(row: number): CsvCell[];
}

/** Returns predictions as columns of a file: the prediction, and its class probabilities or score if any. */
export function predictionColumns({ value, prob, score }: PredictionResult, answer: string, prefix = ""): PredictionColumns {
  const labels = Object.keys(prob?.[0] ?? {});
  return {
    header: [answer, ...labels.map((label) => `${prefix}probability ${label}`), ...(score ? [`${prefix}score`] : [])],
    cells: (row) => [value[row], ...labels.map((label) => prob?.[row]?.[label]), ...(score ? [score[row]] : [])],
  };
}
