/**
 * Shapley values of any model (Štrumbelj and Kononenko 2014, interventional): what a subset of a row's cells is worth is the
 * mean answer with those cells and all others from each row of a background. Every sum of contributions telescopes, so
 * that it is what is answered for the row less the mean answer for the background.
 */

import type { Table } from "../../data/tables/table.js";
import type { Random } from "../../numeric/random.js";
import { randomPermutation } from "../../numeric/split.js";
import { mixWithBackground } from "./background.js";

/** Columns up to which all subsets are tried. */
export const MAX_EXACT_COLUMNS = 10;
/** Random orders, each taken in both directions, for each background row: two tell how much they differ. */
const PERMUTATIONS = 2;

export interface ShapleyProblem {
  /** The row to be explained, and the background: both tables aligned to the model's inputs. */
  explained: { table: Table; row: number };
  background: Table;
  /** What is to be explained of the answer for each row of a table. */
  valueFunction(table: Table): Float64Array;
}

export interface ShapleyValues {
  base: number;
  contributions: Float64Array;
  /** Largest standard error; 0 when all subsets were tried. */
  error: number;
}

/** Exact against the background: tries all 2^columns subsets. */
export function exactShapley({ explained, background, valueFunction }: ShapleyProblem): ShapleyValues {
  const columns = explained.table.columns.length;
  const subsets = 2 ** columns;
  const mean = new Float64Array(subsets);
  for (let row = 0; row < background.nrow; row++) {
    const values = valueFunction(
      mixWithBackground(explained, { table: background, row }, subsets, (subset, j) => ((subset >> j) & 1) === 1),
    );
    for (let subset = 0; subset < subsets; subset++) mean[subset] += values[subset] / background.nrow;
  }
  const weights = subsetWeights(columns);
  const contributions = new Float64Array(columns);
  for (let subset = 0; subset < subsets; subset++) {
    const weight = weights[popCount(subset)];
    for (let j = 0; j < columns; j++) {
      if (((subset >> j) & 1) === 0) contributions[j] += weight * (mean[subset | (1 << j)] - mean[subset]);
    }
  }
  return { base: mean[0], contributions, error: 0 };
}

/** What joining a subset of each size counts: size! (columns − size − 1)! ÷ columns!. */
function subsetWeights(columns: number): Float64Array {
  const weights = new Float64Array(columns).fill(1 / Math.max(1, columns));
  for (let size = 1; size < columns; size++) weights[size] = (weights[size - 1] * size) / (columns - size);
  return weights;
}

function popCount(subset: number): number {
  let count = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) count++;
  return count;
}

/**
 * By random orders of the columns (Castro, Gómez and Tejada 2009), each also backwards, which cancels much of the error
 * (Mitchell et al. 2022). The standard error is that of the orders, from the differences between those of the same background row.
 */
export function permutationShapley({ explained, background, valueFunction }: ShapleyProblem, random: Random): ShapleyValues {
  const columns = explained.table.columns.length;
  const contributions = new Float64Array(columns);
  const variance = new Float64Array(columns);
  let base = 0;
  for (let row = 0; row < background.nrow; row++) {
    const orders = Array.from({ length: PERMUTATIONS }, () => randomPermutation(columns, random));
    const chains = orders.flatMap((order) => [order, order.slice().reverse()]);
    const places = chains.map(positionsOf);
    const steps = columns + 1;
    const takes = (m: number, j: number) => places[Math.floor(m / steps)][j] < m % steps;
    const values = valueFunction(mixWithBackground(explained, { table: background, row }, chains.length * steps, takes));
    base += values[0] / background.nrow;
    const gains = orders.map(() => new Float64Array(columns));
    chains.forEach((chain, c) => {
      chain.forEach((j, place) => {
        gains[c >> 1][j] += (values[c * steps + place + 1] - values[c * steps + place]) / 2;
      });
    });
    for (let j = 0; j < columns; j++) {
      contributions[j] += (gains[0][j] + gains[1][j]) / (PERMUTATIONS * background.nrow);
      variance[j] += (gains[0][j] - gains[1][j]) ** 2 / 4;
    }
  }
  return { base, contributions, error: Math.sqrt(variance.reduce((most, value) => Math.max(most, value), 0)) / background.nrow };
}

/** Where each column stands in an order. */
function positionsOf(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((column, place) => {
    places[column] = place;
  });
  return places;
}
