import { seriesCode } from "../../numeric/series/series-places.js";
import { rangeOf } from "../../numeric/statistics.js";

/** Values of several series: the number of the period of each, which tells its series. */
interface SeriesValues {
  numbers: Float64Array;
  values: Float64Array;
  /** How many series there are. */
  count: number;
}

/** Returns the least forecast and lower bound of each series, by its code; undefined where it has none. */
export function forecastFloors({ numbers, values, count }: SeriesValues): (number | undefined)[] {
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  numbers.forEach((number, i) => {
    const code = seriesCode(number);
    if (values[i] < least[code]) least[code] = values[i];
  });
  const { min } = rangeOf(least);
  return Array.from(least, (own) => forecastFloor(own, min));
}

/**
 * Returns the floor of a series by its least known value and that of all series. It is 0 where the values reach 0 and none is below, as
 * with demand. Values that stayed above 0 may be on their way below it, unless other series reach 0 and none is below. A series that
 * reaches 0 keeps its floor beside series that fall below it.
 */
export const forecastFloor = (own: number, all: number): number | undefined => (own === 0 || all === 0 ? 0 : undefined);
