import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { euclideanDistance, sampleRows, silhouetteWidth, toRowMajor } from "./clustering-metrics.js";

/**
 * Returns the mean silhouette width of flagged against unflagged rows for each of `count` thresholds, strictest first. Row i is
 * flagged from threshold number `from[i]` on (`count` if never). Each result equals silhouetteScore() for the same groups, but
 * every distance is computed twice in total instead of once per threshold.
 */
export function silhouettesByThreshold(x: Matrix, from: Int32Array, count: number, random: Random): (number | null)[] {
  const rows = sampleRows(from.length, random);
  const points = toRowMajor(x, rows);
  const order = Int32Array.from(rows.keys()).sort((a, b) => from[rows[a]] - from[rows[b]]);
  const toAll = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const apart = euclideanDistance(points, x.ncol, i, j);
      toAll[i] += apart;
      toAll[j] += apart;
    }
  }
  const toFlagged = new Float64Array(rows.length);
  const flagged = new Int32Array(rows.length);
  let moved = 0;
  return Array.from({ length: count }, (_, number) => {
    for (; moved < order.length && from[rows[order[moved]]] <= number; moved++) {
      const row = order[moved];
      flagged[row] = 1;
      for (let i = 0; i < rows.length; i++) if (i !== row) toFlagged[i] += euclideanDistance(points, x.ncol, i, row);
    }
    return meanSilhouetteWidth(toAll, toFlagged, flagged, moved);
  });
}

function meanSilhouetteWidth(toAll: Float64Array, toFlagged: Float64Array, flagged: Int32Array, count: number): number | null {
  const n = flagged.length;
  if (count === 0 || count === n || n <= 2) return null;
  const sizes = Int32Array.of(n - count, count);
  const distances = new Float64Array(2);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    distances[1] = toFlagged[i];
    distances[0] = toAll[i] - toFlagged[i];
    sum += silhouetteWidth(distances, sizes, flagged[i]);
  }
  return sum / n;
}
