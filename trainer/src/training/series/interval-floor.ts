import { finiteValues } from "../../numeric/finite-values.js";
import { rangeOf } from "../../numeric/statistics.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { responseOf } from "./known-spans.js";

/**
 * Returns the least lower bound of intervals: 0 where the known values reach it and none is below, as those of demand. Values that
 * stayed above 0 may be on their way below it.
 */
export function intervalFloor({ periods, response }: SeriesTrainingSet): number | undefined {
  const { min } = rangeOf(finiteValues(responseOf(periods, response)));
  return min === 0 ? 0 : undefined;
}
