import { criterionOf, type Fitted, type Penalised } from "./criterion.js";
import { times } from "./dense.js";
import { FURTHEST, type Place, type Work } from "./smoothing.js";

/** From one logarithm that is looked at to the next. */
const STRIDE = 1;

/** Of each smoothing, the others being as they are, the best logarithm of those looked at, and the criterion there. */
export interface Sights {
  best: Float64Array;
  criteria: Float64Array;
}

/** The part of a fit that one smoothing changes: of its coefficients only. */
interface Part {
  penalties: Float64Array;
  weights: Float64Array;
  coefficients: Float64Array;
  /** Of them, what they are pulled by: P W c. */
  pulled: Float64Array;
  /** Their rows and columns of the inverse P. */
  inverse: Float64Array;
  /** The same of P G P, with G the products. */
  both: Float64Array;
}

/**
 * Looks over the whole range. With D what a smoothing's weights grow by, M = (I + D P)⁻¹ D and v = M c of its coefficients, the
 * error grows by 2 v′ P W c + v′ P G P v, and the degrees of freedom by −tr(M P G P). `pulled` is P W c.
 */
export async function survey(problem: Penalised, { logs, fitted }: Place, pulled: Float64Array, { rest }: Work): Promise<Sights> {
  const best = logs.slice();
  const criteria = new Float64Array(logs.length).fill(fitted.criterion);
  for (let i = 0; i < logs.length; i++) {
    const part = partOf(problem, fitted, pulled, i);
    for (let log = -FURTHEST; log <= FURTHEST; log += STRIDE) {
      const criterion = criterionWith(problem, fitted, part, log);
      if (!(criterion < criteria[i])) continue;
      best[i] = log;
      criteria[i] = criterion;
    }
    const resting = rest();
    if (resting) await resting;
  }
  return { best, criteria };
}

function partOf({ groups, penalties }: Penalised, { weights, coefficients, inverse }: Fitted, pulled: Float64Array, i: number): Part {
  const size = weights.length;
  const own = [...groups.keys()].filter((a) => groups[a] === i);
  const of = (values: Float64Array) => Float64Array.from(own, (a) => values[a]);
  const pairs = own.flatMap((a) => own.map((b) => [a, b] as const));
  return {
    penalties: of(penalties),
    weights: of(weights),
    coefficients: of(coefficients),
    pulled: of(pulled),
    inverse: Float64Array.from(pairs, ([a, b]) => inverse[a * size + b]),
    both: Float64Array.from(pairs, ([a, b]) => {
      let value = inverse[a * size + b];
      for (let c = 0; c < size; c++) value -= weights[c] * inverse[a * size + c] * inverse[b * size + c];
      return value;
    }),
  };
}

function criterionWith(problem: Penalised, { error, freedom }: Fitted, part: Part, log: number): number {
  const size = part.weights.length;
  const m = replacing(part, Math.exp(log));
  const v = times(m, part.coefficients);
  const bent = times(part.both, v);
  let errorGrowth = 0;
  let freedomGrowth = 0;
  for (let a = 0; a < size; a++) {
    errorGrowth += v[a] * (2 * part.pulled[a] + bent[a]);
    for (let b = 0; b < size; b++) freedomGrowth -= m[a * size + b] * part.both[b * size + a];
  }
  return criterionOf(problem, Math.max(0, error + errorGrowth), freedom + freedomGrowth);
}

/** M: by Gauss's elimination, which needs no exchange of rows, since all leading parts of I + D P have eigenvalues above 0. */
function replacing({ penalties, weights, inverse }: Part, smoothing: number): Float64Array {
  const size = weights.length;
  const left = new Float64Array(size * size);
  const right = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    const growth = smoothing * penalties[a] - weights[a];
    for (let b = 0; b < size; b++) left[a * size + b] = growth * inverse[a * size + b];
    left[a * size + a] += 1;
    right[a * size + a] = growth;
  }
  for (let pivot = 0; pivot < size; pivot++) {
    for (let a = 0; a < size; a++) {
      if (a === pivot) continue;
      const factor = left[a * size + pivot] / left[pivot * size + pivot];
      for (let b = pivot; b < size; b++) left[a * size + b] -= factor * left[pivot * size + b];
      for (let b = 0; b < size; b++) right[a * size + b] -= factor * right[pivot * size + b];
    }
  }
  return right.map((value, at) => value / left[Math.floor(at / size) * (size + 1)]);
}
