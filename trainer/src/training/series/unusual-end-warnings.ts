/** Warnings about values at the end of a series that are far from what was expected. Forecasts continue from them. */
import { FORECAST_SERIES_LIMIT, type ModelWarning } from "@agatha/contracts";
import { addEffects } from "../../algorithms/base/column-effects.js";
import { separateSeries } from "../../algorithms/base/series-by-period.js";
import { conspicuousness, findUnusualEnd, LIMITS_OF_CHOSEN, type UnusualValue } from "../../algorithms/residual/unusual-end.js";
import { requireNumbers } from "../../data/tables/table.js";
import { addPeriods, clockShifts, seasonsOf } from "../../data/time-series/calendar.js";
import { sumCount } from "../../data/time-series/hierarchy.js";
import { periodValues } from "../../data/time-series/period-values.js";
import { firstTime } from "../../data/time-series/periods.js";
import { bisectLeft } from "../../numeric/bisect.js";
import { meanOnClock, offClock } from "../../numeric/series/clock-shifts.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { periodInSeries, seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { warningAbout } from "./series-span-warnings.js";

/** Several series: the ends of as many series as are described are looked at. A smoothing is fitted to the most conspicuous of them. */
const MAX_SERIES = FORECAST_SERIES_LIMIT;
const MAX_FITTED = 10;
const MIN_CONSPICUOUS = 3;
/** If this number of series in a row end as usual, less conspicuous ones are taken to do so too. */
const MAX_USUAL = 3;

/** Returns a warning with the value and what was expected; for several series, one that lists them. */
export async function unusualEndWarnings(set: SeriesTrainingSet, yieldToEventLoop: YieldToEventLoop): Promise<ModelWarning[]> {
  const { periods, timezone } = set;
  const origin = firstTime(periods);
  const last = periods.index.reduce((most, number) => Math.max(most, periodInSeries(number)), 0);
  const shifts = clockShifts({ origin, period: periods.period, timezone }, last);
  const seasons = seasonsOf(periods.period);
  const known = knownValues(set);
  const byClock = meanOnClock({ periods: known.index, columns: [known.values, ...known.columns] }, shifts);
  const [values, ...columns] = byClock.columns;
  const conspicuous = separateSeries([byClock.periods, ...columns], values, seasons.season)
    .map((each) => ({ ...each, series: fillGaps(each.series) }))
    .map((each) => ({ ...each, distance: conspicuousness(each.series, seasons) }))
    .sort((a, b) => b.distance - a.distance);
  const found: (UnusualValue & { name: string; time: string })[] = [];
  let usual = 0;
  for (const { first, series, effects, distance } of conspicuous.slice(0, MAX_FITTED)) {
    if (periods.series && (distance < MIN_CONSPICUOUS || usual === MAX_USUAL)) break;
    const rowAt = (t: number) => byClock.periods.indexOf(first + t);
    const limits = periods.series && LIMITS_OF_CHOSEN;
    const unusual = await findUnusualEnd(series, seasons, yieldToEventLoop, { limits, isKnown: (t) => rowAt(t) >= 0 });
    usual = unusual ? 0 : usual + 1;
    if (!unusual) continue;
    const bounds = [unusual.value, unusual.lower, unusual.upper];
    const [value, lower, upper] = bounds.map((each) => addEffects(each, columns, rowAt(unusual.t), effects));
    const number = periodInSeries(offClock(first + unusual.t, shifts));
    const time = new Date(addPeriods(origin, number, periods.period, timezone)).toISOString();
    found.push({ t: unusual.t, value, lower, upper, time, name: periods.series?.[seriesCode(first)] ?? "" });
  }
  return periods.series ? severalWarnings(found) : found.map(warningOf);
}

/** Returns the known responses of the series that are looked at, with their numbers of periods and columns known ahead. */
function knownValues(set: SeriesTrainingSet) {
  const { periods, response, knownAhead } = set;
  const all = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  // Sums come first.
  const sums = periods.hierarchy ? sumCount(periods.hierarchy) : 0;
  const [from, to] = [sums, sums + MAX_SERIES].map((code) => bisectLeft(periods.index, seriesPlace(code - 0.5)));
  const entries = Int32Array.from({ length: to - from }, (_, i) => from + i).filter((entry) => Number.isFinite(all[entry]));
  const index = takeNumbers(periods.index, entries);
  return { index, values: takeNumbers(all, entries), columns: periodValues(periods, knownAhead)(index).map(({ values }) => values) };
}

const rounded = (value: number) => Number(value.toPrecision(3));

function warningOf({ value, lower, upper, time }: UnusualValue & { time: string }): ModelWarning {
  const range = { lower: rounded(lower), upper: rounded(upper) };
  return {
    code: "unusual_end",
    values: { value, ...range, time },
    message: `the value ${value} at ${time} is far from what was expected (${range.lower} to ${range.upper}), and the forecast goes on from it: if it is an error, correct it and train again`,
  };
}

function severalWarnings(found: readonly (UnusualValue & { name: string })[]): ModelWarning[] {
  const told = found.map(({ name, value, lower, upper }) => ({ name: `${name}: ${value} (${rounded(lower)} – ${rounded(upper)})` }));
  return warningAbout("unusual_ends", told, (count, listed) => {
    const [ends, its] = count === 1 ? ["ends", "its forecast goes on from it"] : ["end", "their forecasts go on from it"];
    return `${count} series ${ends} with a value that is far from what was expected (in brackets), and ${its}: if it is an error, correct it and train again: ${listed}`;
  });
}
