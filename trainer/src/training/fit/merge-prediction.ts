import type { Prediction } from "../../algorithms/base/algorithm.js";
import { takeNumbers } from "../../numeric/take-numbers.js";

/** Copies the prediction for some rows into the prediction for all `nrow` rows, at `positions`. */
export function mergePrediction(into: Prediction, part: Prediction, positions: Int32Array, nrow: number): void {
  if (part.clusters) {
    into.clusters ??= new Int32Array(nrow);
    scatter(into.clusters, part.clusters, positions, 1);
  }
  for (const key of ["values", "probabilities", "scores"] as const) {
    const from = part[key];
    if (!from || positions.length === 0) continue;
    const width = from.length / positions.length;
    into[key] ??= new Float64Array(nrow * width);
    scatter(into[key], from, positions, width);
  }
}

/** Returns the prediction for the rows at `positions` of the prediction for all `nrow` rows. */
export function takePrediction({ clusters, ...all }: Prediction, positions: Int32Array, nrow: number): Prediction {
  const taken: Prediction = clusters ? { clusters: positions.map((position) => clusters[position]) } : {};
  for (const key of ["values", "probabilities", "scores"] as const) {
    const from = all[key];
    if (!from) continue;
    const width = from.length / nrow;
    taken[key] = takeNumbers(from, width === 1 ? positions : placesOf(positions, width));
  }
  return taken;
}

/** Returns the places of the numbers of rows that have `width` of them. */
function placesOf(rows: Int32Array, width: number): Int32Array {
  return Int32Array.from({ length: rows.length * width }, (_, i) => rows[Math.floor(i / width)] * width + (i % width));
}

function scatter<T extends Float64Array | Int32Array>(into: T, from: T, positions: Int32Array, width: number): void {
  positions.forEach((position, i) => {
    for (let k = 0; k < width; k++) into[position * width + k] = from[i * width + k];
  });
}
