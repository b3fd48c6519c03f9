import type { Periods } from "../../data/time-series/periods.js";
import { entriesOfSeries } from "../../numeric/series/series-places.js";

/** Entries of a series with a known response. */
export interface KnownSpan {
  /** The first one and the last one; −1 without any. */
  first: number;
  last: number;
  count: number;
}

/** Returns the span of each series, by its code, of the entries that are counted. */
export function knownSpans(periods: Periods, response: string, isCounted: (entry: number) => boolean = () => true): KnownSpan[] {
  const values = responseOf(periods, response);
  const spans = (periods.series ?? [""]).map((): KnownSpan => ({ first: -1, last: -1, count: 0 }));
  for (const { code, from, to } of entriesOfSeries(periods.index)) {
    const span = spans[code];
    for (let entry = from; entry < to; entry++) {
      if (!Number.isFinite(values[entry]) || !isCounted(entry)) continue;
      if (span.count === 0) span.first = entry;
      span.last = entry;
      span.count++;
    }
  }
  return spans;
}

/**
 * Returns the codes of the series whose known responses do not reach back as far as the inputs of a model of lags. `past` is the number
 * of periods that the inputs reach back.
 */
export function seriesOfShortPast(periods: Periods, spans: readonly KnownSpan[], past: number): number[] {
  const reachesBack = ({ first, last }: KnownSpan) => periods.index[last] + 1 - periods.index[first] >= past;
  return [...spans.keys()].filter((code) => spans[code].count > 0 && !reachesBack(spans[code]));
}

/** Returns the response by entry; empty without one. */
export function responseOf({ columns }: Periods, response: string): Float64Array {
  return columns.find(({ name }) => name === response)?.values ?? new Float64Array(0);
}
