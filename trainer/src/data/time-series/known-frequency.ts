/** Periods of rows for a model, which are counted by the period that it learned. */
import type { SeriesPeriod } from "@agatha/contracts";
import { addPeriods, periodNumber } from "./calendar.js";
import { frequencyName } from "./frequency-name.js";
import type { Frequency } from "./infer-frequency.js";

/** Largest share of times that lie in the period of the one before. */
const MAX_SHARED_SHARE = 0.25;

/** Returns the periods of times, ascending and distinct, counted from the first one that is not closed. */
export function countPeriods(times: Float64Array, period: SeriesPeriod, timezone: string): Frequency {
  const numberFrom = (origin: number, time: number) => periodNumber(time, { origin, period, timezone });
  const origin = times.find((time) => numberFrom(time, time) === 0) ?? times[0];
  const index = times.map((time) => numberFrom(origin, time));
  const isAtBeginning = (time: number, at: number) => Number.isNaN(index[at]) || addPeriods(origin, index[at], period, timezone) === time;
  return { period, index, exact: times.every(isAtBeginning) };
}

/** Returns the problem of rows whose times do not fit a series with this period, and what to send; undefined if they fit. */
export function frequencyProblem({ period, index }: Frequency): string | undefined {
  const numbers = index.filter(Number.isFinite);
  const steps = Array.from(numbers.subarray(1), (number, i) => number - numbers[i]);
  const shared = steps.filter((step) => step === 0).length;
  const of = `one ${periodName(period)}, the period of the model`;
  if (shared > MAX_SHARED_SHARE * steps.length) return `has several rows in ${of}: send one row for each, such as the mean`;
  if (steps.includes(1)) return undefined;
  return `has no two rows that follow each other by ${of}: send the rows just before those to predict, too`;
}

/** Returns the period in words, such as "hour" or "period of 900 seconds". */
function periodName(period: SeriesPeriod): string {
  const rhythm = frequencyName(period);
  if (rhythm === "weekday") return "open day";
  return rhythm === "other" ? `period of ${Number(period.size.toPrecision(6))} ${period.unit}s` : rhythm;
}
