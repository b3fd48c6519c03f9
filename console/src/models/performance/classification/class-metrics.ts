/** Precision, recall and F1 of each class, from the confusion matrix. Pure. */
import type { ModelInfo } from "@agatha/contracts";

type Classification = NonNullable<ModelInfo["classification"]>;

export interface ClassMetrics {
  label: string;
  rows: number;
  /** Null without rows that are predicted to be of the class, or that are of it. */
  precision: number | null;
  recall: number | null;
  f1: number | null;
  /** Empty for earlier models. */
  intervals: NonNullable<Classification["class_intervals"]>[number];
}

/** Precision, recall and F1 of each class. */
export function metricsByClass({
  labels,
  confusion,
  class_intervals,
}: Pick<Classification, "labels" | "confusion" | "class_intervals">): ClassMetrics[] {
  return labels.map((label, k) => {
    const right = confusion[k]?.[k] ?? 0;
    const rows = (confusion[k] ?? []).reduce((sum, count) => sum + count, 0);
    const predicted = confusion.reduce((sum, row) => sum + (row[k] ?? 0), 0);
    return {
      label,
      rows,
      precision: predicted > 0 ? right / predicted : null,
      recall: rows > 0 ? right / rows : null,
      f1: rows + predicted > 0 ? (2 * right) / (rows + predicted) : null,
      intervals: class_intervals?.[k] ?? {},
    };
  });
}
