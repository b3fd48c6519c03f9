/** Curves of a class: precision-recall, gain and lift come from its ROC curve and its share of the rows. Pure. */
import type { Calibration, ReliabilityBin } from "../results/diagnostics.js";
import type { ModelInfo } from "../results/model-info.js";

type Classification = NonNullable<ModelInfo["classification"]>;
export type ClassCurve = NonNullable<Classification["roc"]>[number];

export const CURVE_KINDS = ["roc", "precisionRecall", "gain", "lift"] as const;
export type CurveKind = (typeof CURVE_KINDS)[number];
export type CurvePoint = [x: number, y: number];

/** Numbers of held-out rows of the classes. */
function rowsByClass(confusion: Classification["confusion"]): number[] {
  return confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
}

/** Returns the labels in the order in which people look at them: of two classes the rarer first, more classes as they are. */
export function rarerFirst({ labels, confusion }: Pick<Classification, "labels" | "confusion">): string[] {
  const [first = 0, second = 0] = rowsByClass(confusion);
  return labels.length === 2 && second <= first ? [...labels].reverse() : [...labels];
}

/** Returns the curves that have points, those of the rarer of two classes first. */
export function drawnCurves(result: Pick<Classification, "labels" | "confusion" | "roc">): ClassCurve[] {
  return rarerFirst(result).flatMap((label) => result.roc?.filter((curve) => curve.label === label && curve.points.length > 0) ?? []);
}

/** Share of the held-out rows that are of the class. */
export function shareOfClass({ labels, confusion }: Pick<Classification, "labels" | "confusion">, label: string): number {
  const counts = rowsByClass(confusion);
  return (counts[labels.indexOf(label)] ?? 0) / counts.reduce((sum, count) => sum + count, 0);
}

/** Points of a curve. The precision of no row, and the lift of no row, have none. */
export function curvePoints(kind: CurveKind, { points }: Pick<ClassCurve, "points">, share: number): CurvePoint[] {
  if (kind === "roc") return points.map(({ fpr, tpr }) => [fpr, tpr]);
  return points.flatMap(({ fpr, tpr }): CurvePoint[] => {
    const found = share * tpr;
    const taken = found + (1 - share) * fpr;
    if (kind === "gain") return [[taken, tpr]];
    if (taken === 0) return [];
    return kind === "lift" ? [[taken, tpr / taken]] : [[tpr, found / taken]];
  });
}

/** Curve of a model that guesses. */
export function chanceLine(kind: CurveKind, share: number): [CurvePoint, CurvePoint] {
  const [from, to] = { roc: [0, 1], gain: [0, 1], lift: [1, 1], precisionRecall: [share, share] }[kind] as [number, number];
  return [
    [0, from],
    [1, to],
  ];
}

/** Returns the calibration with bins of the class's probability. Of two classes, the bins of one mirror those of the other. */
export function calibrationOfClass(calibration: Calibration, label: string | null): Calibration {
  if (calibration.bins_of === null || label === null || label === calibration.bins_of) return calibration;
  const mirrored = (bins: readonly ReliabilityBin[]) => bins.map(mirroredBin).reverse();
  return {
    ...calibration,
    bins_of: label,
    bins_before: mirrored(calibration.bins_before),
    bins_after: mirrored(calibration.bins_after),
  };
}

function mirroredBin({ from, to, rows, predicted, actual }: ReliabilityBin): ReliabilityBin {
  const mirror = (share: number | null) => (share === null ? null : 1 - share);
  return { from: 1 - to, to: 1 - from, rows, predicted: mirror(predicted), actual: mirror(actual) };
}
