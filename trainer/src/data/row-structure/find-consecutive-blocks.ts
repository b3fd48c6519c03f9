/**
 * Finds blocks of consecutive rows that are alike, such as the rows of one run of a machine, if no column names the run. They end
 * where several columns change their levels at once: change points by penalized least squares, found exactly by the dynamic
 * programming of Killick, Fearnhead and Eckley (2012, PELT).
 */
import { autocorrelation } from "../../numeric/series/seasonal-decomposition.js";
import { meanAndDeviation, median } from "../../numeric/statistics.js";
import { namesQuantity } from "../column-names/name-kind.js";
import { ranks } from "../profiling/association-measures.js";
import type { Column, NumberColumn, Table } from "../tables/table.js";
import { indicatorOfMostFrequent } from "./serial-dependence.js";
import { blocksOfSort, isSorted, withoutBlockMeans } from "./sorted-blocks.js";

/** Fewest rows in which blocks show. */
const MIN_ROWS = 40;
/**
 * Least autocorrelation of neighbouring rows in a column that shows blocks; also in standard errors of the autocorrelation of
 * independent rows.
 */
const MIN_AUTOCORRELATION = 0.2;
const MIN_STANDARD_ERRORS = 3;
/** Fewer values are levels of an experiment. */
const MIN_VALUES = 5;
/** Columns that are looked at: those whose neighbouring rows are most alike. */
const MAX_COLUMNS = 10;
/** Largest number of places at which blocks may begin. */
const MAX_PLACES = 5000;
/** Blocks are joined to this number at most: if levels change slowly, the neighbours of a block are like it. */
const MAX_BLOCKS = 30;
/** Fewer cannot be held out in turn. */
const MIN_BLOCKS = 8;

/**
 * Returns the block of each row. Returns undefined if neighbouring rows are not alike in the response and in another column, or if
 * they are alike because the table is sorted.
 */
export function findConsecutiveBlocks(table: Table, response: string): Int32Array | undefined {
  const numbers = table.columns.filter((column): column is NumberColumn => column.type === "n" && !isCounter(column));
  if (table.nrow < MIN_ROWS || numbers.some((column) => isSorted(column))) return undefined;
  const sorted = blocksOfSort(table);
  // An experiment that goes through its settings for each of others.
  if (sorted && numbers.some((column) => namesQuantity(column.name) && isSorted(column, sorted))) return undefined;
  const least = Math.max(MIN_AUTOCORRELATION, MIN_STANDARD_ERRORS / Math.sqrt(table.nrow));
  const alike = [...numbers, ...table.columns.filter(({ type }) => type === "s")]
    .map((column) => ({ name: column.name, levels: levelsOf(column, sorted) }))
    .map((column) => ({ ...column, likeness: column.levels ? autocorrelation(column.levels, 1) : 0 }))
    .filter(({ likeness }) => likeness > least)
    .sort((a, b) => b.likeness - a.likeness);
  if (alike.length < 2 || !alike.some(({ name }) => name === response)) return undefined;
  const blocks = joinBlocks(blocksOfLevels(alike.slice(0, MAX_COLUMNS).map(({ levels }) => levels!)));
  return blocks[blocks.length - 1] + 1 < MIN_BLOCKS ? undefined : blocks;
}

/** Largest difference of equal steps, as a share of the step: rounding errors. */
const STEP_TOLERANCE = 1e-6;

/**
 * Returns true for numbers that count the rows: in equal steps, or whole ones that rise from row to row, as serial numbers do. A
 * quantity by name counts them in equal fractions of one only, as the depth of a log.
 */
function isCounter({ name, values }: NumberColumn): boolean {
  const step = values[1] - values[0];
  const isNext = (value: number, row: number) => row === 0 || Math.abs(value - values[row - 1] - step) <= STEP_TOLERANCE * Math.abs(step);
  const isLater = (value: number, row: number) => Number.isInteger(value) && (row === 0 || value > values[row - 1]);
  const areEqualSteps = step !== 0 && values.every(isNext);
  const isFraction = Math.abs(step - Math.round(step)) > STEP_TOLERANCE * Math.abs(step);
  return namesQuantity(name) ? areEqualSteps && isFraction : areEqualSteps || (step !== 0 && values.every(isLater));
}

/**
 * Returns the ranks of numbers, or which rows have the most frequent text, minus what the order of a sorted table explains. Returns
 * undefined for few values.
 */
function levelsOf(column: Column, sorted: Int32Array | undefined): Float64Array | undefined {
  const plain = column.type === "s" ? indicatorOfMostFrequent(column) : filled(column.values);
  // Means of equal numbers differ in the last digits.
  const values = sorted ? withoutBlockMeans(plain, sorted).map((value) => Number(value.toPrecision(9))) : plain;
  if (!hasDistinct(values, column.type === "s" ? 2 : MIN_VALUES)) return undefined;
  const ranked = ranks(values);
  const { mean, deviation } = meanAndDeviation(ranked);
  return ranked.map((rank) => (rank - mean) / deviation);
}

function hasDistinct(values: Float64Array, least: number): boolean {
  const seen = new Set<number>();
  return values.some((value) => seen.add(value).size >= least);
}

function filled(values: Float64Array): Float64Array {
  const middle = median(values.filter(Number.isFinite));
  return values.map((value) => (Number.isFinite(value) ? value : middle));
}

/** Least deviation of the noise of a column of variance 1. */
const MIN_NOISE = 0.02;

/** Returns the deviation of a row's noise by the changes between neighbours. Most neighbours are in the same block. */
function noiseOf(levels: Float64Array): number {
  const changes = levels.subarray(1).map((value, row) => value - levels[row]);
  const robust = (1.4826 * median(changes.map(Math.abs))) / Math.SQRT2;
  return Math.max(MIN_NOISE, robust > MIN_NOISE ? robust : meanAndDeviation(changes).deviation / Math.SQRT2);
}

/** Returns the block of each row by the least sum of squares about the blocks' means, with a penalty for each block. */
function blocksOfLevels(columns: readonly Float64Array[]): Int32Array {
  const nrow = columns[0].length;
  const step = Math.ceil(nrow / MAX_PLACES);
  const places = Math.ceil(nrow / step);
  const rowAt = (place: number) => Math.min(nrow, place * step);
  const sums = columns.map((levels) => {
    const noise = noiseOf(levels);
    const sum = new Float64Array(places + 1);
    for (let row = 0; row < nrow; row++) sum[Math.floor(row / step) + 1] += levels[row] / noise;
    for (let place = 1; place <= places; place++) sum[place] += sum[place - 1];
    return sum;
  });
  const penalty = 2 * (columns.length + 1) * Math.log(nrow);
  const gainOf = (from: number, to: number) => sums.reduce((gain, sum) => gain + (sum[to] - sum[from]) ** 2, 0) / (rowAt(to) - rowAt(from));
  const cost = new Float64Array(places + 1);
  const begins = new Int32Array(places + 1);
  let candidates = [0];
  for (let to = 1; to <= places; to++) {
    const costs = candidates.map((from) => cost[from] - gainOf(from, to));
    const best = costs.reduce((least, value, i) => (value < costs[least] ? i : least), 0);
    cost[to] = costs[best] + penalty;
    begins[to] = candidates[best];
    // A begin that is worse now by the penalty stays worse.
    candidates = [...candidates.filter((_from, i) => costs[i] <= cost[to]), to];
  }
  const blocks = new Int32Array(nrow);
  for (let to = places; to > 0; to = begins[to]) blocks[rowAt(begins[to])] = 1;
  let block = -1;
  return blocks.map((isBegin) => (block += isBegin));
}

/** Returns the blocks put together to at most MAX_BLOCKS of about the same number of rows or more. */
function joinBlocks(blocks: Int32Array): Int32Array {
  const least = blocks.length / MAX_BLOCKS;
  const joined = new Int32Array(blocks.length);
  let [number, begin] = [0, 0];
  for (let row = 1; row < blocks.length; row++) {
    if (blocks[row] !== blocks[row - 1] && row - begin >= least) {
      number++;
      begin = row;
    }
    joined[row] = number;
  }
  // The last one is no shorter than the others.
  return number > 0 && blocks.length - begin < least ? joined.map((own) => Math.min(own, number - 1)) : joined;
}
