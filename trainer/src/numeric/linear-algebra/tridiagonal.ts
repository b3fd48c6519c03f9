import type { Pace } from "../pace.js";
import eigen from "../wasm/eigen.js";
import { instantiate, type KernelInstance } from "../wasm/instantiate.js";
import { dot } from "./vectors.js";

/** A symmetric matrix with numbers on its diagonal and beside it alone, and the turn that made it so. */
export interface Tridiagonal {
  diagonal: Float64Array;
  /** Number i stands beside numbers i and i + 1 of the diagonal; the last is 0. */
  beside: Float64Array;
  axes: Axes;
}

/** Directions whose coordinates the matrix speaks of. Their turns are made when many have come together. */
export interface Axes {
  /** Where to write the turns of `count` neighbouring pairs from one axis on: a cosine and a sine for each, in their order. */
  sweep(first: number, count: number): Float64Array;
  /** One of them, after all turns. */
  get(index: number): Float64Array;
}

/** What assembly/eigen.ts exports; see there. */
interface Kernel {
  symmetricProduct(matrix: number, row: number, vector: number, count: number, product: number): void;
  takeProducts(matrix: number, row: number, one: number, other: number, count: number): void;
  reflectAxes(axes: number, row: number, mirror: number, count: number, half: number): void;
  turnAxes(axes: number, row: number, sweeps: number, sweepCount: number, turns: number): void;
}

const DOUBLE = 8;
/** Turns that are made together: they stay in the processor's cache, and take a few milliseconds of thousands of columns. */
const TURNS = 2048;

/** The kernel's memory. Rows of both matrices are `width` long, an odd multiple of 8, the surplus zero. */
interface Work {
  size: number;
  width: number;
  /** How many turns there is room for. */
  room: number;
  kernel: KernelInstance<Kernel>;
  /** Row i, of which the numbers before the diagonal are its mirror once it is reflected. */
  row(i: number): Float64Array;
  axis(i: number): Float64Array;
  mirror: Float64Array;
  product: Float64Array;
}

/** By Householder's reflections, of the last row first. */
export async function tridiagonalise(lower: Float64Array, size: number, pace: Pace): Promise<Tridiagonal> {
  const work = workOn(lower, size);
  const beside = new Float64Array(size);
  /** For each row half the squared length of its mirror; 0 where there is nothing to reflect. */
  const halves = new Float64Array(size);
  for (let i = size - 1; i > 0; i--) {
    const row = work.row(i).subarray(0, i);
    beside[i - 1] = row[i - 1];
    if (row.subarray(0, i - 1).some((number) => number !== 0)) {
      const squares = dot(row, row);
      beside[i - 1] = row[i - 1] > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
      halves[i] = squares - row[i - 1] * beside[i - 1];
      row[i - 1] -= beside[i - 1];
      reflectBothSides(work, i, halves[i]);
    }
    if (pace.due()) await pace.rest(0);
  }
  for (let i = 1; i < size; i++) {
    if (halves[i] > 0) reflectAxes(work, i, halves[i]);
    if (pace.due()) await pace.rest(0);
  }
  return { diagonal: Float64Array.from({ length: size }, (_, i) => work.row(i)[i]), beside, axes: axesOf(work) };
}

function workOn(lower: Float64Array, size: number): Work {
  // Were it even, the cache would keep the same numbers of many rows in few places.
  const width = (Math.ceil(size / 8) | 1) * 8;
  const room = Math.max(TURNS, size);
  // A sweep has a turn at least, and two numbers of four bytes.
  const lengths = [width * width, width * width, width, width, room, 2 * room];
  const kernel = instantiate<Kernel>(
    eigen,
    lengths.map((length) => length * DOUBLE),
  );
  const { buffer, addresses } = kernel;
  const [matrix, axes, mirror, product] = addresses.map((address, b) => new Float64Array(buffer, address, lengths[b]));
  const row = (i: number) => matrix.subarray(i * width, (i + 1) * width);
  for (let i = 0; i < size; i++) {
    row(i).set(lower.subarray(i * size, i * size + i + 1));
    // The kernel reads whole blocks of four on the diagonal.
    for (let j = i - (i % 4); j < i; j++) matrix[j * width + i] = lower[i * size + j];
    axes[i * width + i] = 1;
  }
  return { size, width, room, kernel, row, axis: (i) => axes.subarray(i * width, (i + 1) * width), mirror, product };
}

/** Lays out the mirror of row i for the kernel. Returns how many numbers it is to look at. */
function setMirror({ row, mirror }: Work, i: number): number {
  mirror.set(row(i).subarray(0, i));
  mirror.fill(0, i);
  return Math.ceil(i / 4) * 4;
}

/** Reflects the rows and the columns before row i. */
function reflectBothSides(work: Work, i: number, half: number): void {
  const { kernel, width, mirror, product } = work;
  const { exports, addresses } = kernel;
  const [matrixAt, , mirrorAt, productAt] = addresses;
  const count = setMirror(work, i);
  exports.symmetricProduct(matrixAt, width * DOUBLE, mirrorAt, count, productAt);
  const along = dot(product, mirror, 0, i) / (2 * half);
  for (let j = 0; j < i; j++) product[j] = (product[j] - along * mirror[j]) / half;
  product.fill(0, i);
  exports.takeProducts(matrixAt, width * DOUBLE, mirrorAt, productAt, count);
}

/** Only as many axes as the mirror is long have anything along it: the shorter mirrors come first. */
function reflectAxes(work: Work, i: number, half: number): void {
  const [, axesAt, mirrorAt] = work.kernel.addresses;
  work.kernel.exports.reflectAxes(axesAt, work.width * DOUBLE, mirrorAt, setMirror(work, i), half);
}

function axesOf({ size, width, room, axis, kernel: { exports, buffer, addresses } }: Work): Axes {
  const [, axesAt, , , sweepsAt, turnsAt] = addresses;
  const sweeps = new Int32Array(buffer, sweepsAt, 2 * room);
  const turns = new Float64Array(buffer, turnsAt, 2 * room);
  let waiting = 0;
  let used = 0;
  function makeTurns(): void {
    exports.turnAxes(axesAt, width * DOUBLE, sweepsAt, waiting, turnsAt);
    waiting = 0;
    used = 0;
  }
  return {
    sweep(first, count) {
      if (used + count > room) makeTurns();
      sweeps[2 * waiting] = first;
      sweeps[2 * waiting + 1] = count;
      waiting++;
      used += count;
      return turns.subarray(2 * (used - count), 2 * used);
    },
    get(index) {
      makeTurns();
      return axis(index).slice(0, size);
    },
  };
}
