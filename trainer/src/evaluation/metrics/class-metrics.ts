import type { ClassMetric } from "@agatha/contracts";
import type { RankedClass } from "./rank-rows.js";
import { curveAreas } from "./roc.js";
import type { Weights } from "./weights.js";

/** Figures of one class; null where no row is of it, or predicted to be. */
export type ClassMetrics = Partial<Record<ClassMetric, number | null>>;

/** Returns a function that computes the figures of class `k` with weights for the rows. A class that is not ranked has no areas. */
export function weightedClassMetrics(
  { codes, predicted, ranked }: { codes: Int32Array; predicted: Int32Array; ranked: readonly RankedClass[] },
  k: number,
): (weights?: Weights) => ClassMetrics {
  const rankedRows = ranked.find(({ code }) => code === k);
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
      ...(rankedRows && curveAreas(rankedRows, weights)),
    };
  };
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
