import type { ClassFigure } from "@agatha/contracts";
import { type ClassProbabilities, probabilitiesOfClass } from "./probability-metrics.js";
import { weightedCurveAreas } from "./roc.js";
import type { Weights } from "./weights.js";

/** Figures of one class; null where no row is of it, or predicted to be. */
export type ClassFigures = Partial<Record<ClassFigure, number | null>>;

/**
 * Returns a function that computes the figures of class `k` with weights for the rows. The first of two classes has no areas: they
 * are those of the second.
 */
export function weightedClassFigures(forecast: ClassProbabilities, predicted: Int32Array, k: number): (weights?: Weights) => ClassFigures {
  const { codes, classCount } = forecast;
  const areasOf =
    classCount === 2 && k === 0 ? () => ({}) : weightedCurveAreas(probabilitiesOfClass(forecast, k), (row) => codes[row] === k);
  // 1: of the class, 2: answered with it, 3: both.
  const kinds = Uint8Array.from(codes, (code, row) => (code === k ? 1 : 0) + (predicted[row] === k ? 2 : 0));
  return (weights) => {
    const counts = [0, 0, 0, 0];
    for (let row = 0; row < kinds.length; row++) counts[kinds[row]] += weights ? weights[row] : 1;
    const [, missed, wrong, right] = counts;
    return {
      precision: ratio(right, wrong + right),
      recall: ratio(right, missed + right),
      f1: ratio(2 * right, missed + wrong + 2 * right),
      ...areasOf(weights),
    };
  };
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
