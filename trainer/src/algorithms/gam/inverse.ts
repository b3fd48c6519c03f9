import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { instantiate } from "../../numeric/wasm/instantiate.js";
import inverse from "../../numeric/wasm/inverse.js";
import { rootOf, rowDot } from "./dense.js";

/** What assembly/inverse.ts exports; see there. */
interface Kernel {
  substitute(rows: number, count: number, factor: number, row: number, from: number, end: number, scratch: number): void;
  products(rows: number, count: number, others: number, otherCount: number, row: number, from: number, end: number, to: number): void;
}

/** The inverse of a symmetric positive definite matrix plus a diagonal (size × size, row by row); all of it filled. */
export type Invert = (matrix: Float64Array, diagonal: Float64Array, rest: Rest) => Promise<Float64Array>;

const DOUBLE = 8;
/** Rows that are worked on together: they stay in the processor's cache while all others pass. */
const BATCH = 8;

/** The kernel's memory. Rows of both matrices are `width` long; those from the size on are the identity's. */
interface Work {
  exports: Kernel;
  /** First the matrix, then its factor L, at last the inverse, each in the lower triangle. */
  lower: Float64Array;
  /** Transposed inverse of L. */
  upper: Float64Array;
  addresses: number[];
  count: number;
  width: number;
}

/** Inverses of matrices of one size, in the same memory. */
export function createInvert(size: number): Invert {
  const work = workFor(size);
  return async (matrix, diagonal, rest) => {
    fill(work, matrix, diagonal);
    await inBatches(work, (start) => factorise(work, start), rest);
    await inBatches(work, (start) => invertFactor(work, start), rest);
    await inBatches(work, (start) => multiply(work, start), rest);
    const result = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) result[i * size + j] = result[j * size + i] = work.lower[i * work.width + j];
    }
    return result;
  };
}

function workFor(size: number): Work {
  const batches = Math.ceil(size / BATCH);
  // Were it even, the cache would keep the same numbers of many rows in few places.
  const width = (batches | 1) * BATCH;
  const count = batches * BATCH;
  const lengths = [count * width, count * width, 2 * width];
  const { exports, buffer, addresses } = instantiate<Kernel>(
    inverse,
    lengths.map((length) => length * DOUBLE),
  );
  const [lower, upper] = addresses.map((address, b) => new Float64Array(buffer, address, lengths[b]));
  return { exports, lower, upper, addresses, count, width };
}

function fill({ lower, upper, count, width }: Work, matrix: Float64Array, diagonal: Float64Array): void {
  const size = diagonal.length;
  lower.fill(0, size * width);
  upper.fill(0);
  for (let i = 0; i < count; i++) {
    if (i < size) lower.set(matrix.subarray(i * size, i * size + i + 1), i * width);
    lower[i * width + i] = i < size ? lower[i * width + i] + diagonal[i] : 1;
    upper[i * width + i] = 1;
  }
}

async function inBatches({ count }: Work, run: (start: number) => void, rest: Rest): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    run(start);
    const resting = rest();
    if (resting) await resting;
  }
}

/** Cholesky's: rows of L from `start` on. */
function factorise({ exports, lower, addresses: [at, , scratch], width }: Work, start: number): void {
  const row = width * DOUBLE;
  exports.substitute(at + start * row, BATCH, at, row, 0, start * DOUBLE, scratch);
  for (let i = start; i < start + BATCH; i++) {
    for (let j = start; j < i; j++) {
      lower[i * width + j] = (lower[i * width + j] - rowDot(lower, i * width, lower, j * width, j)) / lower[j * width + j];
    }
    const square = lower[i * width + i];
    lower[i * width + i] = rootOf(square - rowDot(lower, i * width, lower, i * width, i), square);
  }
}

/** Columns of L⁻¹ from `start` on, as rows. */
function invertFactor({ exports, addresses: [lower, upper, scratch], count, width }: Work, start: number): void {
  const row = width * DOUBLE;
  exports.substitute(upper + start * row, BATCH, lower, row, start * DOUBLE, count * DOUBLE, scratch);
}

/** Rows of L⁻ᵀ L⁻¹ from `start` on, to the diagonal. */
function multiply({ exports, addresses: [lower, upper], count, width }: Work, start: number): void {
  const row = width * DOUBLE;
  exports.products(upper + start * row, BATCH, upper, start + BATCH, row, start * DOUBLE, count * DOUBLE, lower + start * row);
}
