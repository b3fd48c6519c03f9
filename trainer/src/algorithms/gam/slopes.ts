import type { Rest } from "../../coordinate-descent/descend.js";
import { dot } from "../glm/linear-algebra.js";
import type { Fitted, Penalised } from "./criterion.js";
import { inverseOf, rowDot, times } from "./dense.js";

/** By the smoothings' logarithms; `second` is square, row by row. */
export interface Derivatives {
  first: Float64Array;
  second: Float64Array;
}

/** Derivatives of the criterion at a fit. */
export async function slopesAt(problem: Penalised, fitted: Fitted, count: number, rest: Rest): Promise<Derivatives> {
  const inverse = inverseOf(fitted.inverse, problem.moments.size);
  const resting = rest();
  if (resting) await resting;
  const error = errorSlopes(problem, fitted, { inverse, count });
  const freedom = await freedomSlopes(problem, fitted, { inverse, count }, rest);
  const per = problem.freedomCost / problem.moments.rows;
  const left = 1 - per * fitted.freedom;
  const first = new Float64Array(count);
  const second = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const [ei, fi] = [error.first[i], per * freedom.first[i]];
    first[i] = problem.knownVariance ? ei + 2 * fi : ei / left ** 2 + (2 * fitted.error * fi) / left ** 3;
    for (let j = 0; j < count; j++) {
      const [ej, fj] = [error.first[j], per * freedom.first[j]];
      const [eij, fij] = [error.second[i * count + j], per * freedom.second[i * count + j]];
      second[i * count + j] = problem.knownVariance
        ? eij + 2 * fij
        : eij / left ** 2 + (2 * (ei * fj + ej * fi + fitted.error * fij)) / left ** 3 + (6 * fitted.error * fi * fj) / left ** 4;
    }
  }
  return { first, second };
}

/** The inverse of the penalised products, and how many smoothings there are. */
interface Inverted {
  inverse: Float64Array;
  count: number;
}

/**
 * With A the penalised products, P their inverse, G the products, coefficients c, and Aᵢ the part of A that grows with
 * smoothing i: ∂c = −P Aᵢ c, ∂error = 2 (Aᵢ c)′ P (A − G) c, and the same once more.
 */
function errorSlopes(
  { moments: { size, gram }, groups }: Penalised,
  { coefficients, weights }: Fitted,
  { inverse, count }: Inverted,
): Derivatives {
  const first = new Float64Array(count);
  const second = new Float64Array(count * count);
  const u = times(
    inverse,
    coefficients.map((value, a) => weights[a] * value),
  );
  const moves = Array.from({ length: count }, () => new Float64Array(size));
  groups.forEach((i, a) => {
    if (i < 0) return;
    const pull = weights[a] * coefficients[a];
    first[i] += 2 * pull * u[a];
    for (let c = 0; c < size; c++) moves[i][c] -= inverse[a * size + c] * pull;
  });
  moves.forEach((move, i) => {
    const moved = times(gram, move);
    moves.forEach((other, j) => {
      second[i * count + j] += 2 * dot(moved, other);
    });
    groups.forEach((j, a) => {
      if (j < 0) return;
      const value = 2 * weights[a] * move[a] * u[a];
      second[i * count + j] += value;
      second[j * count + i] += value;
    });
    second[i * count + i] += first[i];
  });
  return { first, second };
}

/** ∂freedom = −tr(Aᵢ P G P), and the same once more; Aᵢ has numbers in its diagonal alone. */
async function freedomSlopes(
  { moments: { size }, groups }: Penalised,
  { weights }: Fitted,
  { inverse, count }: Inverted,
  rest: Rest,
): Promise<Derivatives> {
  const first = new Float64Array(count);
  const second = new Float64Array(count * count);
  const roots = weights.map(Math.sqrt);
  const scaled = new Float64Array(size * size);
  for (let a = 0; a < size; a++) for (let c = 0; c < size; c++) scaled[a * size + c] = inverse[a * size + c] * roots[c];
  for (let a = 0; a < size; a++) {
    const resting = rest();
    if (resting) await resting;
    const i = groups[a];
    for (let b = 0; b <= a && i >= 0; b++) {
      const j = groups[b];
      if (j < 0) continue;
      const both = inverse[a * size + b] - rowDot(scaled, a * size, scaled, b * size, size);
      const value = 2 * weights[a] * weights[b] * inverse[a * size + b] * both;
      second[i * count + j] += value;
      if (a === b) first[i] -= weights[a] * both;
      else second[j * count + i] += value;
    }
  }
  for (let i = 0; i < count; i++) second[i * count + i] += first[i];
  return { first, second };
}
