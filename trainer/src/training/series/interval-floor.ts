import { forecastFloors } from "../../data/time-series/forecast-floors.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { responseOf } from "./known-spans.js";

/** Returns the least lower bound of the intervals of each series, by its code; undefined where it has none. */
export function intervalFloors({ periods, response }: SeriesTrainingSet): (number | undefined)[] {
  return forecastFloors({ numbers: periods.index, values: responseOf(periods, response), count: periods.series?.length ?? 1 });
}
