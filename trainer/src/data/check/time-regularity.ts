/** Whether times follow each other regularly: the one home of the rules, for the data check and for the profile. */
import { HOUR_MS } from "../tables/zoned-time.js";
import { findLocalTimes, type LocalTimes } from "./clock-changes.js";
import { findMissingPeriods, type MissingPeriods, type StepCount } from "./missing-periods.js";
import { followOpenWeek, isRegularlySpaced, mayHaveOpenWeek } from "./time-steps.js";

export interface TimeRegularity {
  /** Whether times are even, but for a few that are missing. */
  regular: boolean;
  missingPeriods?: MissingPeriods | undefined;
  /** The zone whose clocks explain times that are there twice, or gaps. */
  localTimes?: LocalTimes | undefined;
}

/** Number of distinct steps from which times count as irregular without a further look. */
export const MAX_DISTINCT_STEPS = 1000;
/** Largest share of repeated times that clocks may explain. */
const MAX_REPEATED_SHARE = 0.05;

/** Steps between adjacent times, the shortest first, and where they do not suffice the times themselves, ascending. */
interface SpacedTimes {
  steps: readonly StepCount[];
  times?: Float64Array | undefined;
  timezone: string;
}

/** Returns whether the steps between times alone show if the times are regular. */
export function areStepsEnough(steps: readonly StepCount[]): boolean {
  const lengths = steps.map(({ step }) => step);
  return steps.length >= MAX_DISTINCT_STEPS || isRegularlySpaced(lengths) || !(mayHaveOpenWeek(lengths) || mayFollowClocks(steps));
}

/** Returns whether an hour more or less in a few places may come from clocks. */
function mayFollowClocks(steps: readonly StepCount[]): boolean {
  const all = steps.reduce((sum, { count }) => sum + count, 0);
  const zeros = steps[0]?.step === 0 ? steps[0].count : 0;
  const usual = steps.reduce((most, each) => (each.count > most.count ? each : most), { step: 0, count: 0 }).step;
  return usual > 0 && usual <= HOUR_MS && HOUR_MS % usual === 0 && zeros <= MAX_REPEATED_SHARE * all;
}

/** `times` are needed unless `areStepsEnough`. */
export function timeRegularity({ steps, times, timezone }: SpacedTimes): TimeRegularity {
  const lengths = steps.map(({ step }) => step);
  if (steps.length >= MAX_DISTINCT_STEPS) return { regular: false };
  if (isRegularlySpaced(lengths)) return { regular: true };
  if (times && mayHaveOpenWeek(lengths) && followOpenWeek(times, lengths[0], timezone)) return { regular: true };
  const localTimes = times && mayFollowClocks(steps) ? findLocalTimes(times, timezone) : undefined;
  if (localTimes) {
    const { regular, missingPeriods } = timeRegularity({ steps: countSteps(localTimes.instants), timezone });
    return { regular, missingPeriods, localTimes };
  }
  const missingPeriods = findMissingPeriods(steps);
  return { regular: missingPeriods !== undefined, missingPeriods };
}

/** What the data check and the profile say about a column of times. */
export interface TimeRhythm extends Omit<TimeRegularity, "regular"> {
  /** Whether times are even, but for a few that are missing. */
  regularTime: boolean;
  /** Whether the same time is there more than once, and no clocks explain it. */
  repeatedTime: boolean;
}

/**
 * Times that are there more than once are even if the different ones are. A random sample of the rows has no regular steps, so its times
 * are not called irregular.
 */
export function timeRhythm(spaced: SpacedTimes, isRandomSample: boolean): TimeRhythm {
  const { regular, missingPeriods, localTimes } = timeRegularity(spaced);
  const repeatedTime = spaced.steps[0]?.step === 0 && !localTimes;
  if (isRandomSample) return { regularTime: true, repeatedTime };
  const regularTime = regular || (repeatedTime && timeRegularity(withoutRepeats(spaced)).regular);
  return { regularTime, repeatedTime, missingPeriods, localTimes };
}

const withoutRepeats = ({ steps, times, timezone }: SpacedTimes): SpacedTimes => ({
  steps: steps.filter(({ step }) => step > 0),
  times: times?.filter((time, i) => i === 0 || time > times[i - 1]),
  timezone,
});

/** Returns the steps between ascending times, the shortest first. */
export function countSteps(times: Float64Array): StepCount[] {
  const counts: StepCount[] = [];
  const sorted = Float64Array.from({ length: Math.max(0, times.length - 1) }, (_, i) => times[i + 1] - times[i]).sort();
  for (const step of sorted) {
    const last = counts[counts.length - 1];
    if (last?.step === step) last.count++;
    else counts.push({ step, count: 1 });
  }
  return counts;
}
