import type { BacktestForecast } from "@agatha/contracts";

type ActualValue = [time: string, value: number | null];

/**
 * Returns the values that came, each time once, in order. Between forecasts that leave out known periods there is a point without a
 * value, so that no line joins them.
 */
export function actualValues(backtest: readonly BacktestForecast[]): ActualValue[] {
  const values = new Map<string, number | null>();
  let until: string | undefined;
  for (const { cutoff, times, actual } of [...backtest].sort((a, b) => a.cutoff.localeCompare(b.cutoff))) {
    if (until !== undefined && cutoff > until) values.set(cutoff, null);
    times.forEach((at, i) => {
      values.set(at, actual[i] ?? null);
    });
    until = times.at(-1);
  }
  return [...values].sort(([a], [b]) => a.localeCompare(b));
}
