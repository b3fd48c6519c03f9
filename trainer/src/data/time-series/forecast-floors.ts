import { finiteValues } from "../../numeric/finite-values.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { rangeOf } from "../../numeric/statistics.js";

/** Values of several series: the number of the period of each, which tells its series. */
interface SeriesValues {
  numbers: Float64Array;
  values: Float64Array;
  /** How many series there are. */
  count: number;
}

/**
 * Returns the least forecast and lower bound of each series, by its code; undefined where it has none. It is 0 where the known values
 * reach 0 and none is below, as with demand. Values that stayed above 0 may be on their way below it, unless other series reach 0 and
 * none is below. A series that reaches 0 keeps its floor beside series that fall below it.
 */
export function forecastFloors({ numbers, values, count }: SeriesValues): (number | undefined)[] {
  const ofAll = forecastFloor(values);
  if (ofAll !== undefined || count === 1) return new Array(count).fill(ofAll);
  const own = Array.from({ length: count }, (): number[] => []);
  numbers.forEach((number, i) => {
    own[seriesCode(number)].push(values[i]);
  });
  return own.map((each) => forecastFloor(Float64Array.from(each)));
}

const forecastFloor = (values: Float64Array): number | undefined => (rangeOf(finiteValues(values)).min === 0 ? 0 : undefined);
