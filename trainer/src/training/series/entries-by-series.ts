import type { Periods } from "../../data/time-series/periods.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** Returns the entries with a known response of each series. */
export function entriesBySeries({ periods, response }: SeriesTrainingSet): number[][] {
  const values = responseOf(periods, response);
  const entries = (periods.series ?? [""]).map((): number[] => []);
  for (let entry = 0; entry < values.length; entry++) {
    if (Number.isFinite(values[entry])) entries[seriesCode(periods.index[entry])].push(entry);
  }
  return entries;
}

/** Returns the response by entry; empty without one. */
export function responseOf({ columns }: Periods, response: string): Float64Array {
  return columns.find(({ name }) => name === response)?.values ?? new Float64Array(0);
}
