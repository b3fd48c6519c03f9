import { descendingOrder } from "../../numeric/ascending-order.js";
import { type ClassProbabilities, probabilitiesOfClass } from "./probability-metrics.js";

/** Rows by falling score. Areas and points of curves, with any weights for the rows, come from one ranking. */
export interface RankedRows {
  order: Int32Array;
  /** By place in this order: 1 for a positive row, and 1 for the last row of a score. */
  positive: Uint8Array;
  last: Uint8Array;
}

export function rankRows(scores: Float64Array, isPositive: (row: number) => boolean): RankedRows {
  const order = descendingOrder(scores);
  return {
    order,
    positive: Uint8Array.from(order, (row) => (isPositive(row) ? 1 : 0)),
    last: Uint8Array.from(order, (row, place) => (scores[row] === scores[order[place + 1]] ? 0 : 1)),
  };
}

/** The rows ranked for one class against all others. */
export interface RankedClass extends RankedRows {
  code: number;
}

/** Ranks the rows by the probability of each class. */
export function rankByEachClass(forecast: ClassProbabilities): RankedClass[] {
  return Array.from({ length: forecast.classCount }, (_, code) => rankByOneClass(forecast, code));
}

/** Ranks the rows for the mean area under the ROC curve. Two classes have the same area, so that the second is enough. */
export function rankByClass(forecast: ClassProbabilities): RankedClass[] {
  return forecast.classCount === 2 ? [rankByOneClass(forecast, 1)] : rankByEachClass(forecast);
}

function rankByOneClass(forecast: ClassProbabilities, code: number): RankedClass {
  return { code, ...rankRows(probabilitiesOfClass(forecast, code), (row) => forecast.codes[row] === code) };
}

/**
 * Returns the probabilities by which held-out rows are ranked: those that the model answers. Two classes are ranked as learned. A
 * temperature keeps their order, but the temperatures of several folds do not keep it between rows of different folds.
 */
export function rankedProbabilities(classCount: number, learned: Float64Array, calibrated: Float64Array): Float64Array {
  return classCount === 2 ? learned : calibrated;
}
