import { roundUp } from "../../numeric/round-up.js";
import { createSharedKernel } from "../../numeric/wasm/shared-kernel.js";
import code from "../../numeric/wasm/spline-products.js";
import { FACTORS_PER_ROW, isLine, type LocatedRows, type Spline, VALUES_PER_KNOT } from "./spline.js";

/** Exports of assembly/spline-products.ts, described there. */
interface WasmExports {
  weigh(spline: number): void;
  multiply(spline: number, other: number): void;
  multiplyCoordinates(part: number, spline: number, first: number): void;
}

/** Numbers by which a spline depends on the rows: the coordinate of a straight line in each row, or the factors of a curve. */
export type SplineRows = Float64Array | LocatedRows;

/** Rows of several splines, in the memory of the kernel that sums their products. Threads share it. */
export interface RowProducts {
  /** Rows of each spline, zero at first. */
  rows: readonly SplineRows[];
  setWeights(weights: Float64Array): void;
  /** Returns Σ weight · factor · factor of a curve's factors over the rows (size × size), which are lost in the next call. */
  factorProducts(spline: number): Float64Array;
  /** Matrix by which the factors of a curve make its coordinates (size × coordinates). */
  setTransform(spline: number, transform: Float64Array): void;
  /** Writes Σ weight · coordinate · coordinate into the gram matrix, for a spline and the others from `first` to before `end`. */
  multiplyCoordinates(spline: number, first: number, end: number): void;
  /** Sums of the products of all coordinates (count × count), of which the lower triangle is written. */
  gram: Float64Array;
  /** How many other splines to multiply at once, so that it takes about 20 ms at most. */
  together: number;
}

const DOUBLE = 8;
/** Words of a spline in the kernel's table. */
const ENTRY_WORDS = 6;
/** Products of the rows of two splines in 20 ms. */
const PRODUCTS_TOGETHER = 4e6;

/** Shape of a spline's numbers. */
interface SplineShape {
  /** Numbers that the rows add to: one of a line, or two for each knot. */
  size: number;
  coordinates: number;
  /** Coordinates in a row of the transform. */
  padded: number;
}

function shapeOf(spline: Spline): SplineShape {
  if (isLine(spline)) return { size: 1, coordinates: 1, padded: 0 };
  const coordinates = spline.knots.length - 1;
  return { size: VALUES_PER_KNOT * spline.knots.length, coordinates, padded: roundUp(coordinates, 2) };
}

/** Blocks of a spline in the kernel's memory: its numbers, its knots and its transform. */
const BLOCKS = 3;

function blockBytes({ size, padded }: SplineShape, nrow: number): number[] {
  return size === 1 ? [DOUBLE * nrow, 0, 0] : [DOUBLE * FACTORS_PER_ROW * nrow, nrow, DOUBLE * size * padded];
}

/** Makes room for the rows of splines. */
export function createRowProducts(nrow: number, splines: readonly Spline[]): RowProducts {
  const shapes = splines.map(shapeOf);
  const count = shapes.reduce((sum, { coordinates }) => sum + coordinates, 0);
  const together = Math.min(splines.length, Math.max(1, Math.floor(PRODUCTS_TOGETHER / Math.max(1, nrow))));
  const mostOf = (of: (shape: SplineShape) => number) => shapes.reduce((most, shape) => Math.max(most, of(shape)), 2);
  const [size, padded] = [mostOf((shape) => shape.size), mostOf((shape) => shape.padded)];
  const sumBytes = DOUBLE * size * size;
  const partBytes = sumBytes + DOUBLE * padded * (size + 1);
  const tableBytes = Int32Array.BYTES_PER_ELEMENT * ENTRY_WORDS * splines.length;
  const scratch = [tableBytes, DOUBLE * nrow, DOUBLE * FACTORS_PER_ROW * nrow, together * partBytes, DOUBLE * count * count];
  const { exports, buffer, addresses, callParts } = createSharedKernel<WasmExports>(
    code,
    { common: [...scratch, ...shapes.flatMap((shape) => blockBytes(shape, nrow))], own: [] },
    ([table, weights, weighted, parts, gram]) => [
      { name: "setLayout", args: [nrow, table, weights, weighted, parts, partBytes, sumBytes, gram, count] },
    ],
  );
  const [table, weights, , parts, gram, ...blocks] = addresses;
  const blocksOf = (spline: number) => blocks.slice(BLOCKS * spline, BLOCKS * (spline + 1));
  let start = 0;
  const words = shapes.flatMap((shape, spline) => {
    const [numbersAt, knotsAt, transformAt] = blocksOf(spline);
    start += shape.coordinates;
    return [numbersAt, knotsAt, shape.size, transformAt, shape.coordinates, start - shape.coordinates];
  });
  new Int32Array(buffer, table, words.length).set(words);
  return {
    rows: shapes.map((shape, spline) => {
      const [numbersAt, knotsAt] = blocksOf(spline);
      if (shape.size === 1) return new Float64Array(buffer, numbersAt, nrow);
      return { knot: new Uint8Array(buffer, knotsAt, nrow), factors: new Float64Array(buffer, numbersAt, FACTORS_PER_ROW * nrow) };
    }),
    setWeights: (given) => new Float64Array(buffer, weights, nrow).set(given),
    factorProducts(spline) {
      exports.weigh(spline);
      exports.multiply(spline, spline);
      return new Float64Array(buffer, parts, shapes[spline].size ** 2);
    },
    setTransform(spline, transform) {
      const { size, coordinates, padded } = shapes[spline];
      const [, , transformAt] = blocksOf(spline);
      const into = new Float64Array(buffer, transformAt, size * padded);
      for (let at = 0; at < size; at++) into.set(transform.subarray(at * coordinates, (at + 1) * coordinates), at * padded);
    },
    multiplyCoordinates(spline, first, end) {
      exports.weigh(spline);
      callParts("multiplyCoordinates", end - first, spline, first);
    },
    gram: new Float64Array(buffer, gram, count * count),
    together,
  };
}
