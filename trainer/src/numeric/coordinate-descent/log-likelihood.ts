import { clip } from "../clip.js";
import { addScaled } from "../linear-algebra/vectors.js";

/** Rows with their classes, 0 … classes−1; some classes may have no row. */
export interface ClassRows {
  columns: readonly Float64Array[];
  codes: Int32Array;
  classes: number;
}

/** Current point of a logistic regression. Two classes have one output, the first against the second. */
export interface LogLikelihood {
  /** Outputs to fit: those of classes with rows. */
  outputs: readonly number[];
  /** Returns the mean negative log-likelihood. */
  loss(): number;
  /** Returns for each row its indicator of class k less its probability p, and p (1 − p). Valid until the next call. */
  derivatives(k: number): { residual: Float64Array; weight: Float64Array };
  /** Returns a copy of the coefficients of output k without the intercept. */
  slopeCoefficients(k: number): Float64Array;
  applyStep(k: number, step: { move: Float64Array; shift: number }, share: number): void;
  /** Returns a copy: outputs × (1 + width). */
  coefficients(): Float64Array;
}

/** Largest absolute logit. It keeps exponentials and their sums finite. */
const MAX_LOGIT = 300;

/** Starts with coefficients of 0, and intercepts that give each class its share of the rows. */
export function createLogLikelihood({ columns, codes, classes }: ClassRows): LogLikelihood {
  const rows = codes.length;
  const count = classes === 2 ? 1 : classes;
  const width = columns.length + 1;
  const shares = new Float64Array(classes);
  for (const code of codes) shares[code] += 1 / rows;
  const present = [...shares.keys()].filter((k) => shares[k] > 0);
  const outputs = present.length < 2 ? [] : present.filter((k) => k < count);
  const start = Float64Array.from({ length: count }, (_, k) =>
    clip(Math.log(shares[k]) - (classes === 2 ? Math.log(shares[1]) : 0), MAX_LOGIT),
  );
  const all = new Float64Array(count * width);
  start.forEach((value, k) => {
    all[k * width] = value;
  });
  const logits = Array.from(start, (value) => new Float64Array(rows).fill(value));
  const odds = Array.from(start, (value) => new Float64Array(rows).fill(Math.exp(value)));
  const residual = new Float64Array(rows);
  const weight = new Float64Array(rows);
  const sums = new Float64Array(rows);
  let cachedLoss: number | undefined;
  const sumOf = (row: number) => {
    if (classes === 2) return 1 + odds[0][row];
    let sum = 0;
    for (let k = 0; k < count; k++) sum += odds[k][row];
    return sum;
  };
  for (let i = 0; i < rows; i++) sums[i] = sumOf(i);
  return {
    outputs,
    loss() {
      if (cachedLoss !== undefined) return cachedLoss;
      let loss = sumOfLogs(sums);
      for (let i = 0; i < rows; i++) if (codes[i] < count) loss -= clip(logits[codes[i]][i], MAX_LOGIT);
      cachedLoss = loss / rows;
      return cachedLoss;
    },
    derivatives(k) {
      const classOdds = odds[k];
      for (let i = 0; i < rows; i++) {
        const p = classOdds[i] / sums[i];
        residual[i] = (codes[i] === k ? 1 : 0) - p;
        weight[i] = p * (1 - p);
      }
      return { residual, weight };
    },
    slopeCoefficients: (k) => all.slice(k * width + 1, (k + 1) * width),
    applyStep(k, { move, shift }, share) {
      all[k * width] += share * shift;
      const logit = logits[k];
      for (let i = 0; i < rows; i++) logit[i] += share * shift;
      for (let j = 0; j < move.length; j++) all[k * width + 1 + j] += share * move[j];
      addScaledColumns(logit, columns, move, share);
      cachedLoss = undefined;
      const classOdds = odds[k];
      for (let i = 0; i < rows; i++) {
        const before = classOdds[i];
        const after = Math.exp(clip(logit[i], MAX_LOGIT));
        classOdds[i] = after;
        // Subtracting most of a sum leaves a rounding error, so the sum is computed anew.
        if (classes === 2 || before + before > sums[i]) sums[i] = sumOf(i);
        else sums[i] += after - before;
      }
    },
    coefficients: () => all.slice(),
  };
}

/** Adds each column with a non-zero step, times its step and the share. Two columns at a time halve the reads and writes. */
function addScaledColumns(to: Float64Array, columns: readonly Float64Array[], move: Float64Array, share: number): void {
  const active = [...move.keys()].filter((j) => move[j] !== 0);
  const even = active.length - (active.length % 2);
  for (let at = 0; at < even; at += 2) {
    const [a, b] = [share * move[active[at]], share * move[active[at + 1]]];
    const [first, second] = [columns[active[at]], columns[active[at + 1]]];
    for (let i = 0; i < to.length; i++) to[i] = to[i] + a * first[i] + b * second[i];
  }
  if (even < active.length) addScaled(to, share * move[active[even]], columns[active[even]]);
}

/** Bounds of a product of positive numbers. A product within them can take another factor of e^±MAX_LOGIT. */
const MAX_PRODUCT = 1e150;

/** Returns Σ log of positive numbers as the logarithm of few products. A logarithm costs as much as twenty products. */
function sumOfLogs(values: Float64Array): number {
  let sum = 0;
  let product = 1;
  for (let i = 0; i < values.length; i++) {
    product *= values[i];
    if (product > MAX_PRODUCT || product < 1 / MAX_PRODUCT) {
      sum += Math.log(product);
      product = 1;
    }
  }
  return sum + Math.log(product);
}

/** Least probability in a held-out loss, so that no single row decides alone. */
const MIN_PROBABILITY = 1e-15;

/** Returns the mean negative log-likelihood of other rows at the coefficients. */
export function meanLogLossOf({ columns, codes, classes }: ClassRows, coefficients: Float64Array): number {
  const width = columns.length + 1;
  const count = coefficients.length / width;
  const sums = new Float64Array(codes.length).fill(classes === 2 ? 1 : 0);
  const ownOdds = new Float64Array(codes.length).fill(1);
  const logit = new Float64Array(codes.length);
  for (let k = 0; k < count; k++) {
    logit.fill(coefficients[k * width]);
    for (let j = 1; j < width; j++) if (coefficients[k * width + j] !== 0) addScaled(logit, coefficients[k * width + j], columns[j - 1]);
    for (let i = 0; i < logit.length; i++) {
      const classOdds = Math.exp(clip(logit[i], MAX_LOGIT));
      sums[i] += classOdds;
      if (codes[i] === k) ownOdds[i] = classOdds;
    }
  }
  let loss = 0;
  for (let i = 0; i < codes.length; i++) loss -= Math.log(Math.max(ownOdds[i] / sums[i], MIN_PROBABILITY));
  return loss / codes.length;
}
