import { defaultHorizon } from "@agatha/contracts";
import { requireNumbers } from "../../data/tables/table.js";
import type { Periods } from "../../data/time-series/periods.js";
import { seriesCode } from "../../numeric/series/series-places.js";

/** Returns the usual number of periods to forecast, by the series with the longest known history and what is planned after it. */
export function horizonOfData({ period, index, columns }: Periods, response: string, knownAhead: readonly string[]): number {
  const table = { nrow: index.length, columns };
  const known = requireNumbers(table, response);
  const plans = knownAhead.map((name) => requireNumbers(table, name));
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
