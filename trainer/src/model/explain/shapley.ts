/**
 * Shapley values of any model (Štrumbelj and Kononenko 2014, interventional). The value of a subset of a row's cells is the mean
 * prediction with those cells and all others from each background row. The contributions sum to the row's prediction minus the
 * mean prediction of the background, since the sum telescopes.
 */
import type { Table } from "../../data/tables/table.js";
import { type Random, randomPermutation } from "../../numeric/random.js";
import { mixWithBackground } from "./background.js";

/** Largest number of columns for which all subsets are enumerated. */
export const MAX_EXACT_COLUMNS = 10;
/** Random orders per background row, each in both directions. Two orders are enough to estimate the variance. */
const PERMUTATIONS = 2;

export interface ShapleyProblem {
  /** Explained row and background; both tables are aligned to the model's inputs. */
  explained: { table: Table; row: number };
  background: Table;
  /** Returns the explained number for each row of a table. */
  valueFunction(table: Table): Float64Array;
}

interface ShapleyValues {
  base: number;
  contributions: Float64Array;
  /** Largest standard error; 0 for an enumeration. */
  error: number;
}

/** Computes exact values for the background by enumerating all 2^columns subsets. */
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

/** Returns the weight of a subset by its size: size! (columns − size − 1)! ÷ columns!. */
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
 * Samples random orders of the columns (Castro, Gómez and Tejada 2009). Each order is also reversed, which cancels much of the
 * error (Mitchell et al. 2022). The standard error comes from the differences between the orders of the same background row.
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

/** Returns the position of each column in an order. */
function positionsOf(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((column, place) => {
    places[column] = place;
  });
  return places;
}
