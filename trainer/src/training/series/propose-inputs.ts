import { type CalendarPlace, calendarPlaceName, lagName, openWeekOf, pastStatisticName, type SeriesPeriod } from "@agatha/contracts";
import { DAY_MS, DAYS_PER_WEEK, WEEK_MS } from "../../data/tables/zoned-time.js";
import { calendarSeasons } from "../../data/time-series/calendar.js";
import type { Periods } from "../../data/time-series/periods.js";
import { type FilledResponse, fillResponse, type ProposedInputs } from "../../data/time-series/proposed-inputs.js";
import type { RecentLevel } from "../../data/time-series/recent-level.js";
import { detectSeasons } from "../../numeric/series/detect-seasons.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { meanAndDeviation } from "../../numeric/statistics.js";
import { directionOf, windowsOf } from "./direction.js";

/** Series in which seasons are sought, and the share of them that has to have one. */
const SERIES_LOOKED_AT = 20;
const MIN_SHARE = 0.25;
/** Seasons whose lags are inputs, the shortest first. */
const MAX_SEASONS = 2;
/** Part of a series that lags may take from its beginning. */
const MAX_REACH = 1 / 3;
/** Values before the next period that a model may keep, over all series. */
const MAX_KEPT_VALUES = 2_000_000;
/** Windows where no season is found. */
const WINDOWS_WITHOUT_SEASON = [4, 8];
/** Seasons in the long window. */
const LONG_WINDOW = 4;
/** Cycles of the calendar that the times have to span. */
const MIN_CYCLES = 2;

/** Part of the periods from the first to the last that have to have a row, so that the values between can be filled. */
const MIN_DENSITY = 0.05;

interface Proposal {
  inputs: ProposedInputs;
  /** Values that the inputs are made from. */
  filled: FilledResponse;
  /** If levels differ: the level from which values are counted. */
  level: RecentLevel | undefined;
}

/**
 * Returns the inputs that the data propose, beyond the last periods; undefined if rows are so rare that the periods before a period
 * hardly have one. `others` are the names of the other columns.
 */
export function proposeInputs(
  periods: Periods,
  { time, response, lags, others }: { time: string; response: string; lags: number; others: readonly string[] },
): Proposal | undefined {
  if (periods.index.length < MIN_DENSITY * countPeriods(periods)) return undefined;
  const filled = fillResponse(periods, response);
  const { values } = filled;
  const lengths = values.map(({ length }) => length).sort((a, b) => a - b);
  const reach = Math.min((lengths[lengths.length >> 1] ?? 0) * MAX_REACH, MAX_KEPT_VALUES / values.length);
  const seasons = seasonsOfMost(
    values,
    calendarSeasons(periods.period).map(({ length }) => length),
  ).slice(0, MAX_SEASONS);
  const [season] = seasons;
  const proposed = [...seasons, ...(season === undefined ? [] : [2 * season])].filter((lag) => lag > lags && lag <= reach);
  const windows = (season === undefined ? WINDOWS_WITHOUT_SEASON : [season, LONG_WINDOW * season]).filter((window) => window <= reach);
  const [shortest] = windows;
  const longest = windows.at(-1);
  const levelWindow = longest !== undefined && haveLevels(values, { shortest, longest }) ? longest : undefined;
  const deviations = [...new Set([shortest, levelWindow])].filter((window) => window !== undefined);
  const figures = [
    ...windows.map((window) => ({ figure: "mean" as const, periods: window })),
    ...deviations.map((window) => ({ figure: "deviation" as const, periods: window })),
    ...(shortest === undefined ? [] : [{ figure: "change" as const, periods: shortest }]),
  ];
  const inputs = {
    time,
    response,
    lags: [...new Set(proposed)].sort((a, b) => a - b),
    figures: figures.filter((each) => !others.includes(pastStatisticName(response, each.figure, each.periods))),
    places: placesOf(periods).filter((place) => !others.includes(calendarPlaceName(time, place))),
  };
  return { inputs, filled, level: levelWindow === undefined ? undefined : recentLevel(inputs, { lags, window: levelWindow }) };
}

/**
 * Returns true if levels differ more than the values around them: between the windows of several series, or of one series that only
 * rises or only falls. A single series that returns to an earlier level keeps its values, since only they identify the level.
 */
function haveLevels(series: readonly Float64Array[], { shortest, longest }: { shortest: number; longest: number }): boolean {
  const [only] = series;
  if (only && series.length === 1 && directionOf(only, shortest) === 0) return false;
  const windows = series.flatMap((values) => windowsOf(values, longest));
  const within = windows.reduce((sum, { deviation }) => sum + deviation ** 2, 0) / windows.length;
  return meanAndDeviation(Float64Array.from(windows, ({ mean }) => mean)).deviation ** 2 > within;
}

/** Returns the level of the latest `window` values; undefined if a column of the table has the name of one of the level's inputs. */
function recentLevel(
  { response, lags: further, figures }: ProposedInputs,
  { lags, window }: { lags: number; window: number },
): RecentLevel | undefined {
  const nameOf = ({ figure, periods }: (typeof figures)[number]) => pastStatisticName(response, figure, periods);
  const [mean, deviation] = (["mean", "deviation"] as const).map((figure) => pastStatisticName(response, figure, window));
  const names = figures.map(nameOf);
  if (!names.includes(mean) || !names.includes(deviation)) return undefined;
  return {
    mean,
    deviation,
    values: [
      ...[...Array.from({ length: lags }, (_, k) => k + 1), ...further].map((lag) => lagName(response, lag)),
      ...figures.filter(({ figure, periods }) => figure === "mean" && periods !== window).map(nameOf),
    ],
    scaled: [mean, ...figures.filter(({ figure }) => figure !== "mean").map(nameOf)],
  };
}

/** Returns the number of periods from the first to the last entry of each series. */
function countPeriods({ index }: Pick<Periods, "index">): number {
  let count = 1;
  for (let entry = 1; entry < index.length; entry++) {
    const isSameSeries = seriesCode(index[entry]) === seriesCode(index[entry - 1]);
    count += isSameSeries ? index[entry] - index[entry - 1] : 1;
  }
  return count;
}

/** Returns the seasons that enough of the longest series have, ascending. */
function seasonsOfMost(values: readonly Float64Array[], seasons: readonly number[]): number[] {
  const longest = values.toSorted((a, b) => b.length - a.length).slice(0, SERIES_LOOKED_AT);
  const found = longest.map((series) => detectSeasons(series.filter(Number.isFinite), seasons));
  return seasons.filter((season) => found.filter((each) => each.includes(season)).length >= MIN_SHARE * longest.length);
}

/** Length of a cycle of the calendar in milliseconds. */
const CYCLES: Record<CalendarPlace, number> = { hour: DAY_MS, weekday: WEEK_MS, month: 365 * DAY_MS };

/** Returns the places in the calendar that differ between periods and that the times span twice. */
function placesOf({ times, period }: Pick<Periods, "times" | "period">): CalendarPlace[] {
  const span = spanOf(times);
  const length = lengthOf(period);
  const isUsed = (place: CalendarPlace) => length < CYCLES[place] && span >= MIN_CYCLES * CYCLES[place];
  return (Object.keys(CYCLES) as CalendarPlace[]).filter(isUsed);
}

function spanOf(times: Float64Array): number {
  let [first, last] = [Infinity, -Infinity];
  for (let i = 0; i < times.length; i++) {
    first = Math.min(first, times[i]);
    last = Math.max(last, times[i]);
  }
  return last - first;
}

/** Returns the usual length of a period in milliseconds. */
function lengthOf(period: SeriesPeriod): number {
  const { unit, size } = period;
  const weekday = WEEK_MS / (openWeekOf(period)?.open.length ?? DAYS_PER_WEEK);
  return size * { second: 1000, day: DAY_MS, weekday, month: (365 / 12) * DAY_MS }[unit];
}
