import type { DistanceFromTraining } from "@agatha/contracts";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import { bisectRight } from "../../numeric/bisect.js";
import type { Matrix } from "../../numeric/matrix.js";

/** Percentile of the training rows' own distances beyond which a row is far. */
const FAR_PERCENTILE = 0.99;

/**
 * Creates a function that measures how far rows lie from a sample of training rows. The distance is Euclidean, to the nearest
 * sample row. Columns are standardised by the sample; dates and text are encoded, missing values become the median. The
 * percentile compares it with the sample rows' distances to their nearest neighbours.
 */
export function createTrainingDistance(sample: Table): (table: Table) => DistanceFromTraining[] {
  const encoder = fitDistanceEncoder(sample);
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
