/** How far a time series is forecast when nobody says so. Pure. */
import { MAX_HORIZON } from "../kinds/time-series.js";
import type { SeriesPeriod } from "../results/time-series.js";
import { openDays, openWeekOf } from "./open-week.js";

/** Longest share of a history that is forecast, so that the backtest has times to forecast from. */
const MAX_HISTORY_SHARE = 0.25;
/** Periods ahead if the calendar has no season. */
const YEARS_AHEAD = 3;

interface History {
  /** Null if the times follow no rhythm. */
  period: SeriesPeriod | null;
  /** Periods from the first known value to the last one. */
  periods: number;
  /** Periods after them for which columns known ahead have values. */
  planned?: number;
}

/**
 * Returns the periods that are planned, else one season ahead: a day of hours, a week of days, a year of weeks, months or quarters;
 * some years of years.
 */
export function defaultHorizon({ period, periods, planned = 0 }: History): number {
  if (planned > 0) return Math.min(planned, MAX_HORIZON);
  const most = Math.floor(MAX_HISTORY_SHARE * periods);
  return Math.max(1, Math.min(period === null ? 1 : seasonLength(period), most, MAX_HORIZON));
}

function seasonLength(period: SeriesPeriod): number {
  const { unit, size } = period;
  const [minute, hour, day] = [60, 3600, 86_400];
  const week = openWeekOf(period);
  const lengths = {
    second: [week ? Math.max(...openDays(week).map(({ parts }) => parts)) : day / size, hour / size, minute / size],
    day: [7 / size, 364 / size],
    weekday: [week?.open.length ?? 0],
    month: [12 / size],
  };
  return lengths[unit].map(Math.round).find((length) => length > 1 && length <= MAX_HORIZON) ?? YEARS_AHEAD;
}
