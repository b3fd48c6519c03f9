import { createSharedKernel } from "../../numeric/wasm/shared-kernel.js";
import code from "../../numeric/wasm/spline-products.js";
import { isLine, type LocatedRows, type Spline, VALUES_PER_KNOT } from "./spline.js";

/** Exports of assembly/spline-products.ts, described there. */
interface WasmExports {
  weigh(spline: number): void;
  multiply(part: number, spline: number, first: number): void;
}

/** Numbers by which a spline depends on the rows: the one of a straight line for each row, or the factors of a curve. */
export type SplineRows = Float64Array | LocatedRows;

/** Rows of several splines, in the memory of the kernel that sums their products. Threads share it. */
export interface RowProducts {
  /** Rows of each spline, zero at first. */
  rows: readonly SplineRows[];
  setWeights(weights: Float64Array): void;
  /**
   * Returns Σ weight · number of a spline · number of another over the rows, for the others from `first` to before `end`. Each result
   * has one row for each number of the spline, and is lost in the next call.
   */
  multiply(spline: number, first: number, end: number): Float64Array[];
  /** How many other splines to multiply at once, so that it takes about 20 ms at most. */
  together: number;
}

const DOUBLE = 8;
const FACTORS_PER_ROW = 4;
/** Words of a spline in the kernel's table. */
const ENTRY_WORDS = 3;
/** Products of the rows of two splines in 20 ms. */
const PRODUCTS_TOGETHER = 4e6;

/** Makes room for the rows of splines. */
export function createRowProducts(nrow: number, splines: readonly Spline[]): RowProducts {
  const widths = splines.map((spline) => (isLine(spline) ? 1 : VALUES_PER_KNOT * spline.knots.length));
  const together = Math.min(splines.length, Math.max(1, Math.floor(PRODUCTS_TOGETHER / Math.max(1, nrow))));
  const sumBytes = DOUBLE * widths.reduce((most, width) => Math.max(most, width), 1) ** 2;
  const numbers = widths.map((width) => DOUBLE * nrow * (width === 1 ? 1 : FACTORS_PER_ROW));
  const knots = widths.map((width) => (width === 1 ? 0 : nrow));
  const scratch = [Int32Array.BYTES_PER_ELEMENT * ENTRY_WORDS * splines.length, DOUBLE * nrow, DOUBLE * FACTORS_PER_ROW * nrow];
  const common = [...scratch, together * sumBytes, ...numbers, ...knots];
  const { exports, buffer, addresses, callParts } = createSharedKernel<WasmExports>(
    code,
    { common, own: [] },
    ([table, weights, weighted, sums]) => [{ name: "setLayout", args: [nrow, table, weights, weighted, sums, sumBytes] }],
  );
  const [table, weights, , sums, ...places] = addresses;
  const placeOf = (spline: number) => [places[spline], places[splines.length + spline]];
  new Int32Array(buffer, table, ENTRY_WORDS * splines.length).set(widths.flatMap((width, spline) => [...placeOf(spline), width]));
  const weightsOfRows = new Float64Array(buffer, weights, nrow);
  return {
    rows: widths.map((width, spline) => {
      const [numbersAt, knotsAt] = placeOf(spline);
      if (width === 1) return new Float64Array(buffer, numbersAt, nrow);
      return { knot: new Uint8Array(buffer, knotsAt, nrow), factors: new Float64Array(buffer, numbersAt, FACTORS_PER_ROW * nrow) };
    }),
    setWeights: (given) => weightsOfRows.set(given),
    multiply(spline, first, end) {
      exports.weigh(spline);
      callParts("multiply", end - first, spline, first);
      return widths.slice(first, end).map((width, part) => new Float64Array(buffer, sums + part * sumBytes, widths[spline] * width));
    },
    together,
  };
}
