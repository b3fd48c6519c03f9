import type { HeldOutPredictions } from "@agatha/contracts";

/** One cell of a confusion matrix. */
export interface ConfusionCell {
  actual: string;
  predicted: string;
}

/** Held-out rows of the cell, in their order. */
export function rowsOfCell({ rows, actual = [], prediction }: HeldOutPredictions, cell: ConfusionCell): number[] {
  return rows.filter((_row, i) => String(actual[i]) === cell.actual && String(prediction.value[i]) === cell.predicted);
}
