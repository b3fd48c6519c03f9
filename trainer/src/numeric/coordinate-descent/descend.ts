/** Called often; a promise when it is time to let others work. */
export type Rest = () => Promise<void> | undefined;

/** ½ b′Gb − m′b: what remains of a smooth loss around a point. G is width × width, all of it filled, row by row. */
export interface Quadratic {
  gram: Float64Array;
  moment: Float64Array;
}

/** l1 · Σ |b| + l2 / 2 · Σ b². */
export interface Penalty {
  l1: number;
  l2: number;
}

/** A penalty of the elastic net (Zou and Hastie 2005): a share `mixing` of it on absolute values, the rest on squares. */
export function penaltyOf(size: number, mixing: number): Penalty {
  return { l1: size * mixing, l2: size * (1 - mixing) };
}

export interface Limits {
  /** Rests when no coefficient's move changes the loss by more than this. */
  tolerance: number;
  /** Passes over the coefficients at the most. */
  sweeps: number;
  rest: Rest;
}

/**
 * Minimises the quadratic plus the penalty by cyclic coordinate descent (Friedman, Hastie and Tibshirani 2010), from `b` and
 * into it. After a pass over all coefficients those that are 0 wait until the others rest. Tells whether all came to rest.
 */
export async function descend({ gram, moment }: Quadratic, penalty: Penalty, b: Float64Array, limits: Limits): Promise<boolean> {
  const state = { gram, penalty, b, slope: slopeAt(gram, moment, b) };
  let all = true;
  for (let done = 0; done < limits.sweeps; done++) {
    const resting = limits.rest();
    if (resting) await resting;
    const calm: boolean = sweep(state, all) <= limits.tolerance;
    if (calm && all) return true;
    all = calm;
  }
  return false;
}

interface State {
  gram: Float64Array;
  penalty: Penalty;
  b: Float64Array;
  /** m − Gb. */
  slope: Float64Array;
}

function slopeAt(gram: Float64Array, moment: Float64Array, b: Float64Array): Float64Array {
  const slope = moment.slice();
  b.forEach((value, j) => {
    if (value !== 0) subtractRow(slope, gram, j, value);
  });
  return slope;
}

function subtractRow(slope: Float64Array, gram: Float64Array, j: number, factor: number): void {
  const from = j * slope.length;
  for (let k = 0; k < slope.length; k++) slope[k] -= factor * gram[from + k];
}

/** One pass; returns the largest change of the loss that a move made. A column without variance keeps 0. */
function sweep({ gram, penalty: { l1, l2 }, b, slope }: State, all: boolean): number {
  const width = b.length;
  let largest = 0;
  for (let j = 0; j < width; j++) {
    const before = b[j];
    const curvature = gram[j * width + j];
    if ((before === 0 && !all) || curvature <= 0) continue;
    const pull = slope[j] + curvature * before;
    const after = pull > l1 ? (pull - l1) / (curvature + l2) : pull < -l1 ? (pull + l1) / (curvature + l2) : 0;
    const move = after - before;
    if (move === 0) continue;
    b[j] = after;
    subtractRow(slope, gram, j, move);
    largest = Math.max(largest, curvature * move * move);
  }
  return largest;
}
