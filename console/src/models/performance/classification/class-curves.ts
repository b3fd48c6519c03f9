/** Precision-recall, gain and lift curves of a class, from its ROC curve and its share of the rows. Pure. */
import type { ModelInfo } from "@agatha/contracts";

type Classification = NonNullable<ModelInfo["classification"]>;
export type ClassCurve = NonNullable<Classification["roc"]>[number];

export const CURVE_KINDS = ["roc", "precisionRecall", "gain", "lift"] as const;
export type CurveKind = (typeof CURVE_KINDS)[number];
export type Point = [x: number, y: number];

/** Share of the held-out rows that are of the class. */
export function shareOfClass({ labels, confusion }: Pick<Classification, "labels" | "confusion">, label: string): number {
  const counts = confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
  return (counts[labels.indexOf(label)] ?? 0) / counts.reduce((sum, count) => sum + count, 0);
}

/** Points of a curve. The precision of no row, and the lift of no row, have none. */
export function curvePoints(kind: CurveKind, { points }: Pick<ClassCurve, "points">, share: number): Point[] {
  if (kind === "roc") return points.map(({ fpr, tpr }) => [fpr, tpr]);
  return points.flatMap(({ fpr, tpr }): Point[] => {
    const found = share * tpr;
    const taken = found + (1 - share) * fpr;
    if (kind === "gain") return [[taken, tpr]];
    if (taken === 0) return [];
    return kind === "lift" ? [[taken, tpr / taken]] : [[tpr, found / taken]];
  });
}

/** Curve of a model that guesses. */
export function chanceLine(kind: CurveKind, share: number): [Point, Point] {
  const [from, to] = { roc: [0, 1], gain: [0, 1], lift: [1, 1], precisionRecall: [share, share] }[kind] as [number, number];
  return [
    [0, from],
    [1, to],
  ];
}

export interface ClassFigures {
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
export function figuresByClass({
  labels,
  confusion,
  class_intervals,
}: Pick<Classification, "labels" | "confusion" | "class_intervals">): ClassFigures[] {
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
