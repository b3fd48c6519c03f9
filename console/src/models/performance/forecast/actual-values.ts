import type { BacktestForecast } from "@agatha/contracts";

type ActualValue = [time: string, value: number | null];

/**
 * Returns the values that came, each time once, in order. Between forecasts that leave out known periods there is a point without a
 * value, so that no line joins them.
 */
export function actualValues(backtest: readonly BacktestForecast[]): ActualValue[] {
  const values = new Map<string, number | null>();
  const halfPeriod = shortestPeriod(backtest) / 2;
  let until: string | undefined;
  for (const { cutoff, times, actual } of [...backtest].sort((a, b) => a.cutoff.localeCompare(b.cutoff))) {
    // A known time and a forecast one may stand at different places of the same period.
    if (until !== undefined && elapsed(until, cutoff) > halfPeriod) values.set(cutoff, null);
    times.forEach((at, i) => {
      values.set(at, actual[i] ?? null);
    });
    until = times.at(-1);
  }
  return [...values].sort(([a], [b]) => a.localeCompare(b));
}

/** Returns the least time from one period of a forecast to the next, in milliseconds: periods over closed days are longer. */
function shortestPeriod(backtest: readonly BacktestForecast[]): number {
  return Math.min(...backtest.flatMap(({ cutoff, times }) => times.map((at, i) => elapsed(times[i - 1] ?? cutoff, at))));
}

const elapsed = (from: string, to: string): number => Date.parse(to) - Date.parse(from);
