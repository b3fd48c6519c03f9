/** Measures how well scores rank positive rows above the others. Pure. */

/** ROC curve of one model; `auc` is null if all rows are of one kind. */
interface RocCurve {
  auc: number | null;
  /** From (0, 0) to (1, 1). */
  points: { fpr: number; tpr: number }[];
}

/** Most points of a curve. */
const MAX_POINTS = 201;

/**
 * Rows without a score do not count. Equal scores form one step, so that the area is the probability that a positive row scores
 * higher than a negative one, with ties counting half (Hanley and McNeil 1982).
 */
export function rocCurve(scores: readonly (number | null | undefined)[], isPositive: (row: number) => boolean): RocCurve {
  const rows = [...scores.keys()].filter((row) => scores[row] != null);
  const score = (row: number): number => scores[row] ?? 0;
  rows.sort((a, b) => score(b) - score(a));
  const positives = rows.filter(isPositive).length;
  const negatives = rows.length - positives;
  const points = [{ fpr: 0, tpr: 0 }];
  let [area, truePositives, falsePositives] = [0, 0, 0];
  for (let from = 0; from < rows.length; ) {
    let to = from;
    const truePositivesBefore = truePositives;
    const falsePositivesBefore = falsePositives;
    while (to < rows.length && score(rows[to] ?? 0) === score(rows[from] ?? 0)) {
      if (isPositive(rows[to] ?? 0)) truePositives++;
      else falsePositives++;
      to++;
    }
    area += ((falsePositives - falsePositivesBefore) * (truePositives + truePositivesBefore)) / 2;
    points.push({ fpr: negatives === 0 ? 0 : falsePositives / negatives, tpr: positives === 0 ? 0 : truePositives / positives });
    from = to;
  }
  const auc = positives === 0 || negatives === 0 ? null : area / (positives * negatives);
  return { auc, points: downsample(points) };
}

function downsample(points: RocCurve["points"]): RocCurve["points"] {
  if (points.length <= MAX_POINTS) return points;
  return Array.from({ length: MAX_POINTS }, (_, i) => points[Math.round((i * (points.length - 1)) / (MAX_POINTS - 1))]).flatMap(
    (point) => point ?? [],
  );
}
