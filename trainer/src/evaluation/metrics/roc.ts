import type { RocCurve } from "@agatha/contracts";
import type { RankedClass, RankedRows } from "./rank-rows.js";
import type { Weights } from "./weights.js";

const MAX_POINTS = 101;

/** Returns the receiver operating characteristic (Fawcett 2006) of each ranked class against all others. */
export function rocCurves(labels: readonly string[], ranked: readonly RankedClass[]): RocCurve[] {
  return ranked.map((rows) => ({ label: labels[rows.code], ...rocCurve(rows) }));
}

/**
 * Returns the area under the ROC curve with weights for the rows: of the second of two classes, or the mean over the classes of each
 * against all others (scikit-learn's ovr with macro average). Null if a class, or everything but it, has no row.
 */
export function rocAuc(ranked: readonly RankedClass[], weights?: Weights): number | null {
  const areas = ranked.map((rows) => areaUnderRoc(rows, weights));
  return areas.reduce<number | null>((sum, area) => (sum === null || area === null ? null : sum + area / areas.length), 0);
}

/** Returns the same area as `curveAreas`, in less time. */
function areaUnderRoc({ order, positive, last }: RankedRows, weights?: Weights): number | null {
  let [right, wrong, area, rightOfScore, wrongOfScore] = [0, 0, 0, 0, 0];
  for (let place = 0; place < order.length; place++) {
    const weight = weights ? weights[order[place]] : 1;
    const weightOfPositive = weight * positive[place];
    rightOfScore += weightOfPositive;
    wrongOfScore += weight - weightOfPositive;
    if (!last[place]) continue;
    area += wrongOfScore * (right + rightOfScore / 2);
    right += rightOfScore;
    wrong += wrongOfScore;
    rightOfScore = 0;
    wrongOfScore = 0;
  }
  return right === 0 || wrong === 0 ? null : area / (right * wrong);
}

/** Areas under the ROC and the precision-recall curve; null without positive or without negative rows. */
type CurveAreas = Pick<RocCurve, "auc"> & { average_precision: number | null };

/** Returns the exact areas: a pair of rows with the same score counts half. `reached` is called with each point of the ROC curve. */
export function curveAreas(
  { order, positive, last }: RankedRows,
  weights?: Weights,
  reached?: (wrong: number, right: number) => void,
): CurveAreas {
  let [right, wrong, rightBefore, wrongBefore, area, precisions] = [0, 0, 0, 0, 0, 0];
  for (let place = 0; place < order.length; place++) {
    const weight = weights ? weights[order[place]] : 1;
    // Products instead of a branch, since a processor cannot foresee which rows are positive.
    right += weight * positive[place];
    wrong += weight * (1 - positive[place]);
    if (!last[place]) continue;
    area += ((wrong - wrongBefore) * (right + rightBefore)) / 2;
    if (right > 0) precisions += ((right - rightBefore) * right) / (right + wrong);
    reached?.(wrong, right);
    rightBefore = right;
    wrongBefore = wrong;
  }
  if (right === 0 || wrong === 0) return { auc: null, average_precision: null };
  return { auc: area / (right * wrong), average_precision: precisions / right };
}

/** Computes one ROC curve. */
export function rocCurve(ranked: RankedRows): Omit<RocCurve, "label"> {
  const positives = ranked.positive.filter((one) => one === 1).length;
  const negatives = ranked.order.length - positives;
  if (positives === 0 || negatives === 0) return { auc: null, average_precision: null, points: [] };
  const points = [{ fpr: 0, tpr: 0 }];
  const areas = curveAreas(ranked, undefined, (wrong, right) => {
    points.push({ fpr: wrong / negatives, tpr: right / positives });
  });
  return { ...areas, points: downsample(points, MAX_POINTS) };
}

/** Returns at most `most` of the points, evenly spaced, with the first and the last one. */
export function downsample<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, i) => points[Math.round((i * (points.length - 1)) / (most - 1))]);
}
