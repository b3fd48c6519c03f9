import { instantiateWasm } from "../../numeric/wasm/instantiate.js";
import inverse from "../../numeric/wasm/matrix-inverse.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { pivotRoot, rowDot } from "./dense-matrix.js";

/** Exports of assembly/matrix-inverse.ts, described there. */
interface WasmExports {
  forwardSubstitution(rows: number, count: number, factor: number, row: number, from: number, end: number, scratch: number): void;
  innerProducts(rows: number, count: number, others: number, otherCount: number, row: number, from: number, end: number, to: number): void;
}

/** Inverts a symmetric positive definite matrix plus a diagonal (size × size, row by row). The result has both triangles. */
export type InvertMatrix = (matrix: Float64Array, diagonal: Float64Array) => Promise<Float64Array>;

const DOUBLE = 8;
/** Rows of a batch. They stay in the processor's cache while all other rows pass. */
const ROWS_PER_BATCH = 8;

/** Memory of the kernel. Rows of both matrices are `width` long. Rows after the size are those of the identity. */
interface Workspace {
  exports: WasmExports;
  /** Lower triangles: first of the matrix, then of its factor L, then of the inverse. */
  lower: Float64Array;
  /** Transposed inverse of L. */
  upper: Float64Array;
  addresses: number[];
  count: number;
  width: number;
}

/** Returns a function that inverts matrices of one size in the same memory. */
export function createMatrixInverter(size: number, yieldToEventLoop: YieldToEventLoop): InvertMatrix {
  const work = createWorkspace(size);
  return async (matrix, diagonal) => {
    loadMatrix(work, matrix, diagonal);
    await forEachBatch(work, (start) => factorise(work, start), yieldToEventLoop);
    await forEachBatch(work, (start) => invertFactor(work, start), yieldToEventLoop);
    await forEachBatch(work, (start) => multiplyFactors(work, start), yieldToEventLoop);
    const result = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) result[i * size + j] = result[j * size + i] = work.lower[i * work.width + j];
    }
    return result;
  };
}

function createWorkspace(size: number): Workspace {
  const batches = Math.ceil(size / ROWS_PER_BATCH);
  // An odd number of batches: with an even one, the same column of many rows would map to few cache sets.
  const width = (batches | 1) * ROWS_PER_BATCH;
  const count = batches * ROWS_PER_BATCH;
  const lengths = [count * width, count * width, 2 * width];
  const { exports, buffer, addresses } = instantiateWasm<WasmExports>(
    inverse,
    lengths.map((length) => length * DOUBLE),
  );
  const [lower, upper] = addresses.map((address, b) => new Float64Array(buffer, address, lengths[b]));
  return { exports, lower, upper, addresses, count, width };
}

function loadMatrix({ lower, upper, count, width }: Workspace, matrix: Float64Array, diagonal: Float64Array): void {
  const size = diagonal.length;
  lower.fill(0, size * width);
  upper.fill(0);
  for (let i = 0; i < count; i++) {
    if (i < size) lower.set(matrix.subarray(i * size, i * size + i + 1), i * width);
    lower[i * width + i] = i < size ? lower[i * width + i] + diagonal[i] : 1;
    upper[i * width + i] = 1;
  }
}

async function forEachBatch({ count }: Workspace, run: (start: number) => void, yieldToEventLoop: YieldToEventLoop): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_BATCH) {
    run(start);
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
}

/** Cholesky factorisation: computes the rows of L from `start` on. */
function factorise({ exports, lower, addresses: [at, , scratch], width }: Workspace, start: number): void {
  const row = width * DOUBLE;
  exports.forwardSubstitution(at + start * row, ROWS_PER_BATCH, at, row, 0, start * DOUBLE, scratch);
  for (let i = start; i < start + ROWS_PER_BATCH; i++) {
    for (let j = start; j < i; j++) {
      lower[i * width + j] = (lower[i * width + j] - rowDot(lower, i * width, lower, j * width, j)) / lower[j * width + j];
    }
    const square = lower[i * width + i];
    lower[i * width + i] = pivotRoot(square - rowDot(lower, i * width, lower, i * width, i), square);
  }
}

/** Computes the columns of L⁻¹ from `start` on, stored as rows. */
function invertFactor({ exports, addresses: [lower, upper, scratch], count, width }: Workspace, start: number): void {
  const row = width * DOUBLE;
  exports.forwardSubstitution(upper + start * row, ROWS_PER_BATCH, lower, row, start * DOUBLE, count * DOUBLE, scratch);
}

/** Computes the rows of L⁻ᵀ L⁻¹ from `start` on, up to the diagonal. */
function multiplyFactors({ exports, addresses: [lower, upper], count, width }: Workspace, start: number): void {
  const row = width * DOUBLE;
  exports.innerProducts(
    upper + start * row,
    ROWS_PER_BATCH,
    upper,
    start + ROWS_PER_BATCH,
    row,
    start * DOUBLE,
    count * DOUBLE,
    lower + start * row,
  );
}
