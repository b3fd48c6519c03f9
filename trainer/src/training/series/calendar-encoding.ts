import { MAX_PERIODS_AHEAD } from "../../algorithms/base/fitted-forecast.js";
import type { SeasonParams } from "../../algorithms/base/forecaster.js";
import { calendarSeason, calendarSeasons, clockShifts } from "../../data/time-series/calendar.js";
import { firstTime, type Periods } from "../../data/time-series/periods.js";
import type { ClockShift } from "../../numeric/series/clock-shifts.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import type { Plan, PlannedNode } from "../plan/plan.js";

/** Returns the encoding of times as the numbers of their periods. */
export function calendarEncoding(
  periods: Periods,
  { time, series, timezone }: { time: string; series: string | undefined; timezone: string },
): NonNullable<Plan["calendar"]> {
  const { period, series: names, hierarchy } = periods;
  const several = series !== undefined &&
    names && { name: series, names: [...names], ...(hierarchy && { columns: [...hierarchy.columns] }) };
  return { type: "p", name: time, origin: firstTime(periods), period, timezone, ...(several && { series: several }) };
}

/** A season of 0 is the calendar's, and so are the longer ones. */
export function withCalendarSeasons(node: PlannedNode, { period }: Periods, shifts: readonly ClockShift[] = []): PlannedNode {
  if (!("season" in node.params)) return node;
  const season = node.params.season || calendarSeason(period);
  const longerSeason = "longerSeason" in node.params ? node.params.longerSeason : 1;
  const longer = longerSeason === 0 ? calendarSeasons(period).map(({ length }) => length) : [longerSeason];
  const params: SeasonParams = {
    ...node.params,
    season,
    longerSeasons: longer.filter((length) => length > season),
    ...(shifts.length > 0 && { clockShifts: shifts }),
  };
  return { ...node, params: params as PlannedNode["params"] };
}

/** Returns the changes of clocks up to the farthest period of a forecast. */
export function clockShiftsOf({ index }: Periods, calendar: NonNullable<Plan["calendar"]>): ClockShift[] {
  const last = index.reduce((most, number) => Math.max(most, periodInSeries(number)), 0);
  return clockShifts(calendar, last + MAX_PERIODS_AHEAD);
}
