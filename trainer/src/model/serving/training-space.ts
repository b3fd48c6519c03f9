import type { DistanceFromTraining } from "@agatha/contracts";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import { bisectRight } from "../../numeric/bisect.js";
import type { Matrix } from "../../numeric/matrix.js";

/** Percentile of the training rows' own distances beyond which a row is far. */
const FAR_PERCENTILE = 0.99;

/** Distance in standard deviations up to which rows are equal: artifacts of earlier versions have rounded numbers. */
const ROUNDING = 1e-6;

/** Space in which distances between rows are Euclidean. */
export interface TrainingSpace {
  /** Returns the rows' coordinates, in standard deviations of the sample. Dates and text are encoded; missing values become the median. */
  coordinates(table: Table): Float64Array[];
  /** Returns how far rows lie from the nearest row of the sample. */
  distances(table: Table): DistanceFromTraining[];
}

/**
 * Creates the space of a sample of training rows, whose columns it standardises. The percentile of a distance compares it with the
 * distances of the sample's different rows to their nearest neighbours: a known row is not far, however often others repeat.
 */
export function createTrainingSpace(sample: Table): TrainingSpace {
  const encoder = fitDistanceEncoder(sample);
  const coordinates = (table: Table) => toRows(encoder.encode(table));
  const known = differentRows(coordinates(sample));
  const own = known.map((row, i) => nearestDistance(row, known, i)).sort((a, b) => a - b);
  const limit = own[Math.floor(FAR_PERCENTILE * (own.length - 1))];
  return {
    coordinates,
    distances: (table) =>
      coordinates(table).map((row) => {
        // JSON has no infinite numbers.
        const measured = Math.min(Number.MAX_VALUE, nearestDistance(row, known, -1));
        const distance = measured <= ROUNDING ? 0 : measured;
        return { nearest: distance, percentile: bisectRight(own, distance) / own.length, far: distance > limit };
      }),
  };
}

function toRows({ nrow, columns }: Matrix): Float64Array[] {
  return Array.from({ length: nrow }, (_, i) => Float64Array.from(columns, (column) => column[i]));
}

function differentRows(rows: readonly Float64Array[]): Float64Array[] {
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
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
