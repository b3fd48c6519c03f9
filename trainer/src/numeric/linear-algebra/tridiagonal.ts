import { roundUp } from "../round-up.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";
import symmetricEigenCode from "../wasm/symmetric-eigen.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { dot } from "./vectors.js";

/** A symmetric tridiagonal matrix, and the orthogonal basis that makes it so. */
export interface Tridiagonal {
  diagonal: Float64Array;
  /** Number i is between diagonal numbers i and i + 1; the last is 0. */
  subdiagonal: Float64Array;
  basis: OrthogonalBasis;
}

/** Basis of the matrix's coordinates. Queued rotations are applied in batches. */
interface OrthogonalBasis {
  /** Returns where to write the rotations of `count` neighbouring pairs from axis `first` on: a cosine and a sine for each, in order. */
  queueRotations(first: number, count: number): Float64Array;
  /** Returns one basis vector, after all rotations. */
  vector(index: number): Float64Array;
}

/** Exports of assembly/symmetric-eigen.ts, described there. */
interface WasmExports {
  symv(matrix: number, row: number, vector: number, count: number, product: number): void;
  syr2(matrix: number, row: number, x: number, y: number, count: number): void;
  applyReflection(axes: number, row: number, householder: number, count: number, half: number): void;
  rotatePart(part: number, axes: number, row: number, sweeps: number, sweepCount: number, rotations: number): void;
}

const DOUBLE = 8;
/** Rotations of a batch. They stay in the processor's cache, and take some milliseconds with a thousand columns. */
const ROTATION_BATCH = 8192;

/** Memory of the kernel. Rows of both matrices are `width` long, an odd multiple of 8, padded with zeros. */
interface Workspace {
  size: number;
  width: number;
  /** Capacity in rotations. */
  rotationCapacity: number;
  kernel: SharedKernel<WasmExports>;
  /** Returns row i. After its reflection, the numbers before the diagonal are its Householder vector. */
  row(i: number): Float64Array;
  axis(i: number): Float64Array;
  householderVector: Float64Array;
  product: Float64Array;
}

/** Makes a matrix tridiagonal by Householder reflections, from the last row up. */
export async function tridiagonalise(lower: Float64Array, size: number, yieldToEventLoop: YieldToEventLoop): Promise<Tridiagonal> {
  const work = createWorkspace(lower, size);
  const subdiagonal = new Float64Array(size);
  /** For each row half the squared length of its Householder vector; 0 if the row needs no reflection. */
  const halves = new Float64Array(size);
  for (let i = size - 1; i > 0; i--) {
    const row = work.row(i).subarray(0, i);
    subdiagonal[i - 1] = row[i - 1];
    if (row.subarray(0, i - 1).some((number) => number !== 0)) {
      const squares = dot(row, row);
      subdiagonal[i - 1] = row[i - 1] > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
      halves[i] = squares - row[i - 1] * subdiagonal[i - 1];
      row[i - 1] -= subdiagonal[i - 1];
      applyReflectionBothSides(work, i, halves[i]);
    }
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  for (let i = 1; i < size; i++) {
    if (halves[i] > 0) applyReflectionToBasis(work, i, halves[i]);
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return { diagonal: Float64Array.from({ length: size }, (_, i) => work.row(i)[i]), subdiagonal, basis: createBasis(work) };
}

function createWorkspace(lower: Float64Array, size: number): Workspace {
  // An odd multiple of 8: with an even one, the same column of many rows would map to few cache sets.
  const width = (Math.ceil(size / 8) | 1) * 8;
  const rotationCapacity = Math.max(ROTATION_BATCH, size);
  // A sweep has at least one rotation, and takes two numbers of four bytes.
  const lengths = [width * width, width * width, width, width, rotationCapacity, 2 * rotationCapacity];
  const common = lengths.map((length) => length * DOUBLE);
  const kernel = createSharedKernel<WasmExports>(symmetricEigenCode, { common, own: [] }, () => []);
  const { buffer, addresses } = kernel;
  const [matrix, axes, householderVector, product] = addresses.map((address, b) => new Float64Array(buffer, address, lengths[b]));
  const row = (i: number) => matrix.subarray(i * width, (i + 1) * width);
  for (let i = 0; i < size; i++) {
    row(i).set(lower.subarray(i * size, i * size + i + 1));
    // The kernel reads whole blocks of four on the diagonal.
    for (let j = i - (i % 4); j < i; j++) matrix[j * width + i] = lower[i * size + j];
    axes[i * width + i] = 1;
  }
  return { size, width, rotationCapacity, kernel, row, axis: (i) => axes.subarray(i * width, (i + 1) * width), householderVector, product };
}

/** Writes the Householder vector of row i for the kernel. Returns how many numbers the kernel has to read. */
function setHouseholderVector({ row, householderVector }: Workspace, i: number): number {
  householderVector.set(row(i).subarray(0, i));
  householderVector.fill(0, i);
  return roundUp(i, 4);
}

/** Reflects the rows and the columns before row i. */
function applyReflectionBothSides(work: Workspace, i: number, half: number): void {
  const { kernel, width, householderVector, product } = work;
  const { exports, addresses } = kernel;
  const [matrixAt, , householderAt, productAt] = addresses;
  const count = setHouseholderVector(work, i);
  exports.symv(matrixAt, width * DOUBLE, householderAt, count, productAt);
  const along = dot(product, householderVector, 0, i) / (2 * half);
  for (let j = 0; j < i; j++) product[j] = (product[j] - along * householderVector[j]) / half;
  product.fill(0, i);
  exports.syr2(matrixAt, width * DOUBLE, householderAt, productAt, count);
}

/** Reflects the axes. Shorter Householder vectors come first, so only as many axes as the vector is long have a component along it. */
function applyReflectionToBasis(work: Workspace, i: number, half: number): void {
  const [, axesAt, householderAt] = work.kernel.addresses;
  work.kernel.exports.applyReflection(axesAt, work.width * DOUBLE, householderAt, setHouseholderVector(work, i), half);
}

function createBasis({ size, width, rotationCapacity, axis, kernel: { callParts, buffer, addresses } }: Workspace): OrthogonalBasis {
  const [, axesAt, , , sweepsAt, rotationsAt] = addresses;
  const sweeps = new Int32Array(buffer, sweepsAt, 2 * rotationCapacity);
  const rotations = new Float64Array(buffer, rotationsAt, 2 * rotationCapacity);
  let queued = 0;
  let used = 0;
  function applyQueued(): void {
    callParts("rotatePart", width / 8, axesAt, width * DOUBLE, sweepsAt, queued, rotationsAt);
    queued = 0;
    used = 0;
  }
  return {
    queueRotations(first, count) {
      if (used + count > rotationCapacity) applyQueued();
      sweeps[2 * queued] = first;
      sweeps[2 * queued + 1] = count;
      queued++;
      used += count;
      return rotations.subarray(2 * (used - count), 2 * used);
    },
    vector(index) {
      applyQueued();
      return axis(index).slice(0, size);
    },
  };
}
