import type { DistanceFromTraining } from "@agatha/contracts";
import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import type { Matrix } from "../../numeric/matrix.js";

/** Rows that are further away than this share of the training rows are from each other are far. */
const FAR_PERCENTILE = 0.99;

/**
 * Tells how far rows lie from a sample of training rows: Euclidean distance to the nearest one, columns standardised by
 * the sample (dates and text as an encoder turns them into numbers, missing values as the median), beside the sample
 * rows' own distances to their nearest other one.
 */
export function createTrainingDistance(sample: Table): (table: Table) => DistanceFromTraining[] {
  const names = sample.columns.map(({ name }) => name);
  const { encoder } = fitEncoder(sample, names, { missing: "impute", scale: "standard" });
  const known = toRows(encoder.encode(sample));
  const own = known.map((row, i) => nearestDistance(row, known, i)).sort((a, b) => a - b);
  const limit = own[Math.floor(FAR_PERCENTILE * (own.length - 1))];
  return (table) =>
    toRows(encoder.encode(table)).map((row) => {
      // JSON has no infinite numbers.
      const distance = Math.min(Number.MAX_VALUE, nearestDistance(row, known, -1));
      return { nearest: distance, percentile: bisectRight(own, distance) / own.length, far: distance > limit };
    });
}

function toRows({ nrow, columns }: Matrix): Float64Array[] {
  return Array.from({ length: nrow }, (_, i) => Float64Array.from(columns, (column) => column[i]));
}

function nearestDistance(row: Float64Array, others: readonly Float64Array[], itself: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let o = 0; o < others.length; o++) {
    if (o === itself) continue;
    const other = others[o];
    let squares = 0;
    for (let j = 0; j < row.length && squares < least; j++) squares += (row[j] - other[j]) ** 2;
    if (squares < least) least = squares;
  }
  return Math.sqrt(least);
}

/** How many of the ascending values are not above the limit. */
function bisectRight(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
