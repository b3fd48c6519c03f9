import { defaultHorizon } from "@agatha/contracts";
import { requireNumbers } from "../../data/tables/table.js";
import type { Periods } from "../../data/time-series/periods.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { SeriesRequest } from "./series-request.js";

/**
 * Returns the number of periods to forecast: that of the request, or the usual one by the series with the longest known history and
 * what is planned after it. `periods` has the columns known ahead and the horizon columns.
 */
export function horizonOfData({ period, index, columns }: Periods, { response, timeSeries }: SeriesRequest): number {
  const { horizon, knownAhead = [], horizonColumns = [] } = timeSeries;
  if (horizon !== undefined) return horizon;
  const table = { nrow: index.length, columns };
  const known = requireNumbers(table, response);
  const plans = [...knownAhead, ...horizonColumns].map((name) => requireNumbers(table, name));
  const spans = new Map<number, { first: number; last: number; planned: number }>();
  index.forEach((number, entry) => {
    const span = spans.get(seriesCode(number));
    if (Number.isFinite(known[entry])) spans.set(seriesCode(number), { first: span?.first ?? number, last: number, planned: 0 });
    else if (span && plans.length > 0 && plans.every((plan) => Number.isFinite(plan[entry]))) span.planned = number - span.last;
  });
  const lengths = [...spans.values()].map(({ first, last, planned }) => ({ periods: last - first + 1, planned }));
  const longest = lengths.reduce((most, each) => (each.periods > most.periods ? each : most), { periods: 0, planned: 0 });
  return defaultHorizon({ period, ...longest });
}

/** Returns the periods without the columns that only determine the horizon. */
export function withoutHorizonColumns(periods: Periods, used: readonly string[]): Periods {
  return { ...periods, columns: periods.columns.filter(({ name }) => used.includes(name)) };
}
