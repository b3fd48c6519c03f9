import type { Matrix } from "../../numeric/matrix.js";
import { relabelSequentially } from "../../numeric/relabel-sequentially.js";
import { groupsOfSplitter, type Splitter } from "../../numeric/split.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { multiplyVector } from "./dense-matrix.js";
import { createRowProducts, type RowProducts } from "./row-products.js";
import { createSpline, isLine, locateRows, placeOnLine, type Spline } from "./spline.js";
import { curvedTerm, straightTerm, type Term } from "./term.js";

/** Columns of the additive model: the coordinates of all terms, in all rows. */
export interface DesignMatrix {
  terms: Term[];
  products: RowProducts;
}

/** Most coefficients of all splines together. Beyond it, inverting their matrix takes seconds. */
const MAX_COEFFICIENTS = 600;
/** Least number of rows for each coefficient. */
const ROWS_PER_COEFFICIENT = 3;

interface DesignOptions {
  /** Most knots of a spline. */
  knots: number;
  /** Which rows belong together. */
  splitter?: Splitter | undefined;
}

/** Returns a term for each column that varies. The terms are straight lines if there are too many columns for curves. */
export async function buildDesignMatrix(
  x: Matrix,
  { knots, splitter }: DesignOptions,
  yieldToEventLoop: YieldToEventLoop,
): Promise<DesignMatrix> {
  const budget = Math.min(MAX_COEFFICIENTS, x.nrow / ROWS_PER_COEFFICIENT) / Math.max(1, x.ncol);
  const most = Math.max(2, Math.min(knots, 1 + Math.floor(budget)));
  const splines: Spline[] = [];
  for (let j = 0; j < x.ncol; j++) {
    const spline = createSpline(j, x.columns[j], most);
    if (spline) splines.push(spline);
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  const together = groupsOfSplitter(splitter);
  const groups = together && relabelSequentially(together);
  const products = createRowProducts(x.nrow, splines);
  products.setWeights(new Float64Array(x.nrow).fill(1));
  const terms: Term[] = [];
  for (const [t, spline] of splines.entries()) {
    const [rows, values] = [products.rows[t], x.columns[spline.column]];
    if (rows instanceof Float64Array) {
      placeOnLine(spline, values, rows);
      terms.push(straightTerm(spline, rows));
    } else {
      locateRows(spline, values, rows);
      const crossProducts = products.factorProducts(t);
      const term = await curvedTerm(spline, { rows, crossProducts, nrow: x.nrow, groups }, yieldToEventLoop);
      products.setTransform(t, term.knotTransform);
      terms.push(term);
    }
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return { terms, products };
}

/** Penalties on the coefficients of all terms. */
export interface Penalties {
  /** Penalty on the square of each coefficient, for a smoothing parameter of 1. */
  penalties: Float64Array;
  /** Factor on each coefficient's degrees of freedom, at least 1. */
  designEffects: Float64Array;
  /** Index of each coefficient's smoothing parameter; −1 without one. */
  groups: Int32Array;
  /** Number of smoothing parameters. */
  count: number;
}

/**
 * Gives each curve a smoothing parameter of its own, and all straight lines one together, as random effects have (Wood 2017, section
 * 5.8).
 */
export function penaltiesOf(terms: readonly Term[]): Penalties {
  let count = terms.some(({ spline }) => isLine(spline)) ? 1 : 0;
  const groups = terms.flatMap((term) => {
    const group = isLine(term.spline) ? 0 : count++;
    return Array.from(term.penalties, (penalty) => (penalty > 0 ? group : -1));
  });
  return {
    penalties: Float64Array.from(terms.flatMap(({ penalties }) => [...penalties])),
    designEffects: Float64Array.from(terms.flatMap((term) => [...term.designEffects])),
    groups: Int32Array.from(groups),
    count,
  };
}

/** Returns where each term's coefficients start, and the number of all coefficients. */
export function termOffsets(terms: readonly Term[]): { starts: number[]; size: number } {
  let size = 0;
  const starts = terms.map(({ width }) => {
    size += width;
    return size - width;
  });
  return { starts, size };
}

/** Returns the value and second derivative at the knots of each term. */
export function knotCurves(terms: readonly Term[], coefficients: Float64Array): Float64Array[] {
  const { starts } = termOffsets(terms);
  return terms.map(({ knotTransform, width }, t) => multiplyVector(knotTransform, coefficients.subarray(starts[t], starts[t] + width)));
}
