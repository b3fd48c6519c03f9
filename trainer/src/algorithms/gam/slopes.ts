import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { weightedGram } from "../../numeric/linear-algebra/gram.js";
import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { Fitted, Penalised } from "./criterion.js";
import { times } from "./dense.js";

/** Of the error and of the degrees of freedom, by the smoothings' logarithms. */
export interface Slopes {
  error: Float64Array;
  freedom: Float64Array;
  /** Of the criterion. */
  first: Float64Array;
  /** The inverse times what pulls each coefficient. */
  pulled: Float64Array;
}

/**
 * Derivatives of the criterion at a fit, by `count` smoothings. With A the penalised products, P their inverse, G the
 * products, coefficients c, and Aᵢ the part of A that grows with smoothing i, which has numbers in its diagonal alone:
 * ∂c = −P Aᵢ c, ∂error = 2 (Aᵢ c)′ P (A − G) c, ∂freedom = −tr(Aᵢ P G P).
 */
export function slopesAt(problem: Penalised, { coefficients, weights, inverse, ...fitted }: Fitted, count: number): Slopes {
  const { groups, moments, knownVariance } = problem;
  const { size } = moments;
  const error = new Float64Array(count);
  const freedom = new Float64Array(count);
  const pulled = times(
    inverse,
    coefficients.map((value, a) => weights[a] * value),
  );
  for (let a = 0; a < size; a++) {
    if (groups[a] < 0) continue;
    error[groups[a]] += 2 * weights[a] * coefficients[a] * pulled[a];
    let both = inverse[a * size + a];
    for (let c = 0, at = a * size; c < size; c++, at++) both -= weights[c] * inverse[at] * inverse[at];
    freedom[groups[a]] -= weights[a] * both;
  }
  const per = problem.freedomCost / moments.rows;
  const left = 1 - per * fitted.freedom;
  const first = error.map((slope, i) => {
    const f = per * freedom[i];
    return knownVariance ? slope + 2 * f : slope / left ** 2 + (2 * fitted.error * f) / left ** 3;
  });
  return { error, freedom, first, pulled };
}

/** Second derivatives of the criterion by the `free` smoothings: square, row by row. */
export async function curvatureAt(
  problem: Penalised,
  fitted: Fitted,
  { slopes, free }: { slopes: Slopes; free: readonly number[] },
  rest: Rest,
): Promise<Float64Array> {
  const count = free.length;
  const kept = keep(problem.groups, free);
  const error = errorCurvature(fitted, slopes, kept);
  const resting = rest();
  if (resting) await resting;
  const freedom = await freedomCurvature(fitted, slopes, kept, rest);
  const per = problem.freedomCost / problem.moments.rows;
  const left = 1 - per * fitted.freedom;
  return error.map((eij, at) => {
    const [i, j] = [free[Math.floor(at / count)], free[at % count]];
    const [ei, ej, fi, fj, fij] = [slopes.error[i], slopes.error[j], per * slopes.freedom[i], per * slopes.freedom[j], per * freedom[at]];
    if (problem.knownVariance) return eij + 2 * fij;
    return eij / left ** 2 + (2 * (ei * fj + ej * fi + fitted.error * fij)) / left ** 3 + (6 * fitted.error * fi * fj) / left ** 4;
  });
}

/** The coefficients that belong to free smoothings, and for each the place of its smoothing among them. */
interface Kept {
  free: readonly number[];
  coefficients: readonly number[];
  places: readonly number[];
}

function keep(groups: Int32Array, free: readonly number[]): Kept {
  const placeOf = new Map(free.map((smoothing, place) => [smoothing, place]));
  const coefficients = [...groups.keys()].filter((a) => placeOf.has(groups[a]));
  return { free, coefficients, places: coefficients.map((a) => placeOf.get(groups[a]) as number) };
}

/** Of the error. G ∂c = (A − W) ∂c, with W the weights, needs no product with G, since A ∂c = −Aᵢ c. */
function errorCurvature(
  { coefficients, weights, inverse }: Fitted,
  slopes: Slopes,
  { free, coefficients: kept, places }: Kept,
): Float64Array {
  const count = free.length;
  const size = coefficients.length;
  const second = new Float64Array(count * count);
  const moves = free.map(() => new Float64Array(size));
  const moved = free.map(() => new Float64Array(size));
  kept.forEach((a, k) => {
    const pull = weights[a] * coefficients[a];
    const move = moves[places[k]];
    for (let c = 0; c < size; c++) move[c] -= inverse[a * size + c] * pull;
    moved[places[k]][a] = -pull;
  });
  moves.forEach((move, i) => {
    for (let c = 0; c < size; c++) moved[i][c] -= weights[c] * move[c];
    moves.forEach((other, j) => {
      second[i * count + j] += 2 * dot(moved[i], other);
    });
    kept.forEach((a, k) => {
      const value = 2 * weights[a] * move[a] * slopes.pulled[a];
      second[i * count + places[k]] += value;
      second[places[k] * count + i] += value;
    });
    second[i * count + i] += slopes.error[free[i]];
  });
  return second;
}

/** Of the degrees of freedom; P G P = P − P W P, with W the weights. */
async function freedomCurvature(
  { weights, inverse }: Fitted,
  slopes: Slopes,
  { free, coefficients, places }: Kept,
  rest: Rest,
): Promise<Float64Array> {
  const count = free.length;
  const size = weights.length;
  const second = new Float64Array(count * count);
  const rows = coefficients.map((a) => inverse.subarray(a * size, (a + 1) * size));
  const taken = await weightedGram(rows, weights, rest);
  coefficients.forEach((a, k) => {
    const i = places[k];
    for (let l = 0; l <= k; l++) {
      const b = coefficients[l];
      const j = places[l];
      const both = inverse[a * size + b];
      const value = 2 * weights[a] * weights[b] * both * (both - taken[k * coefficients.length + l]);
      second[i * count + j] += value;
      if (k !== l) second[j * count + i] += value;
    }
  });
  for (let i = 0; i < count; i++) second[i * count + i] += slopes.freedom[free[i]];
  return second;
}
