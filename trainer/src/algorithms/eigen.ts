import { dot } from "./glm/linear-algebra.js";
import type { Pace } from "./pace.js";

/** Eigenvalues that are not 0 but for rounding, the greatest first, and for each its eigenvector of length 1. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array[];
}

/** A symmetric matrix with numbers on its diagonal and beside it alone, and the turn that made it so. */
interface Tridiagonal {
  diagonal: Float64Array;
  /** Number i stands beside numbers i and i + 1 of the diagonal; the last is 0. */
  beside: Float64Array;
  /** Directions whose coordinates it speaks of. */
  axes: Float64Array[];
}

/** Steps for an eigenvalue that no matrix of finite numbers has been seen to need: two or three are usual. */
const MOST_STEPS = 60;

/**
 * Eigenvalues and -vectors of a symmetric positive semidefinite matrix (size × size, row by row, of which the lower
 * triangle is read): made tridiagonal by Householder's reflections, then diagonal by QR steps with Wilkinson's shift
 * (Golub and Van Loan, Matrix Computations, sections 8.3.1 to 8.3.5). Throws when numbers are not finite.
 */
export async function eigenOf(lower: Float64Array, size: number, pace: Pace): Promise<Eigen> {
  const tridiagonal = await tridiagonalise(
    Array.from({ length: size }, (_, i) => lower.slice(i * size, i * size + i + 1)),
    pace,
  );
  const { diagonal, beside } = tridiagonal;
  let left = size * MOST_STEPS;
  for (let last = size - 1; last > 0; ) {
    if (isNothing(tridiagonal, last - 1)) {
      beside[--last] = 0;
      continue;
    }
    let first = last - 1;
    while (first > 0 && !isNothing(tridiagonal, first - 1)) first--;
    if (left-- === 0) throw new Error(`no eigenvalues were found: is a number not finite? (${diagonal[last]}, ${beside[first]})`);
    takeStep(tridiagonal, first, last);
    if (pace.due()) await pace.rest((size - last) / size);
  }
  return sorted(tridiagonal);
}

/** Whether the number beside two of the diagonal is rounding error. */
function isNothing({ diagonal, beside }: Tridiagonal, i: number): boolean {
  return Math.abs(beside[i]) <= Number.EPSILON * (Math.abs(diagonal[i]) + Math.abs(diagonal[i + 1]));
}

/** `rows` are those of the lower triangle; they are used up. */
async function tridiagonalise(rows: Float64Array[], pace: Pace): Promise<Tridiagonal> {
  const size = rows.length;
  const beside = new Float64Array(size);
  const reflections: Reflection[] = [];
  for (let i = size - 1; i > 0; i--) {
    const reflection = reflectionOf(rows[i].subarray(0, i));
    beside[i - 1] = reflection.made;
    if (reflection.half > 0) reflectBothSides(rows, reflection);
    reflections.unshift(reflection);
    if (pace.due()) await pace.rest(0);
  }
  const axes = Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
  for (const reflection of reflections) {
    reflectAxes(axes, reflection);
    if (pace.due()) await pace.rest(0);
  }
  return { diagonal: Float64Array.from(rows, (row, i) => row[i]), beside, axes };
}

/** Takes x to x − (mirror · x / half) mirror. */
interface Reflection {
  mirror: Float64Array;
  /** Half the squared length of the mirror; 0 where there is nothing to reflect. */
  half: number;
  /** What it makes the last number of its row, of which the others become 0. */
  made: number;
}

function reflectionOf(row: Float64Array): Reflection {
  const end = row.length - 1;
  const others = row.subarray(0, end);
  if (others.every((number) => number === 0)) return { mirror: row, half: 0, made: row[end] };
  const mirror = row.slice();
  const squares = dot(row, row);
  const made = row[end] > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
  mirror[end] -= made;
  return { mirror, half: squares - row[end] * made, made };
}

/** Reflects the rows and the columns of the triangle's first part, as long as the mirror. */
function reflectBothSides(rows: readonly Float64Array[], { mirror, half }: Reflection): void {
  const { length } = mirror;
  const product = new Float64Array(length);
  for (let j = 0; j < length; j++) {
    const row = rows[j];
    const own = mirror[j];
    let sum = row[j] * own;
    for (let k = 0; k < j; k++) {
      sum += row[k] * mirror[k];
      product[k] += row[k] * own;
    }
    product[j] += sum;
  }
  const along = dot(product, mirror) / (2 * half);
  for (let j = 0; j < length; j++) product[j] = (product[j] - along * mirror[j]) / half;
  for (let j = 0; j < length; j++) {
    const row = rows[j];
    const [own, other] = [mirror[j], product[j]];
    for (let k = 0; k <= j; k++) row[k] -= own * product[k] + other * mirror[k];
  }
}

/** Only as many axes as the mirror is long have anything along it: the shorter mirrors come first. */
function reflectAxes(axes: readonly Float64Array[], { mirror, half }: Reflection): void {
  const { length } = mirror;
  if (half === 0) return;
  for (let a = 0; a < length; a++) {
    const axis = axes[a];
    let sum = 0;
    for (let k = 0; k < length; k++) sum += axis[k] * mirror[k];
    const share = sum / half;
    for (let k = 0; k < length; k++) axis[k] -= share * mirror[k];
  }
}

/** A QR step of the part from `first` to `last`, whose shift makes the number beside the last one small. */
function takeStep({ diagonal, beside, axes }: Tridiagonal, first: number, last: number): void {
  let ahead = diagonal[first] - shiftFor(diagonal[last - 1], diagonal[last], beside[last - 1]);
  let bulge = beside[first];
  for (let k = first; k < last; k++) {
    const length = Math.hypot(ahead, bulge);
    const [cosine, sine] = length > 0 ? [ahead / length, bulge / length] : [1, 0];
    if (k > first) beside[k - 1] = length;
    const [one, between, other] = [diagonal[k], beside[k], diagonal[k + 1]];
    const twice = 2 * cosine * sine * between;
    diagonal[k] = cosine * cosine * one + twice + sine * sine * other;
    diagonal[k + 1] = sine * sine * one - twice + cosine * cosine * other;
    beside[k] = cosine * sine * (other - one) + (cosine * cosine - sine * sine) * between;
    turn(axes[k], axes[k + 1], cosine, sine);
    if (k === last - 1) break;
    ahead = beside[k];
    bulge = sine * beside[k + 1];
    beside[k + 1] *= cosine;
  }
}

/** Wilkinson's: the eigenvalue of the last two rows that is nearer to the last number. */
function shiftFor(one: number, last: number, between: number): number {
  const half = (one - last) / 2;
  return last - between ** 2 / (half + (half < 0 ? -1 : 1) * Math.hypot(half, between));
}

function turn(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let i = 0; i < one.length; i++) {
    const p = one[i];
    const q = other[i];
    one[i] = cosine * p + sine * q;
    other[i] = cosine * q - sine * p;
  }
}

function sorted({ diagonal, axes }: Tridiagonal): Eigen {
  const order = [...diagonal.keys()].sort((a, b) => diagonal[b] - diagonal[a]);
  const least = diagonal.length * Number.EPSILON * (diagonal[order[0]] ?? 0);
  const kept = order.filter((k) => diagonal[k] > least);
  return { values: Float64Array.from(kept, (k) => diagonal[k]), vectors: kept.map((k) => axes[k]) };
}
