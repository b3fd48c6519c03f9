/**
 * Interval of the expected calibration error. The error is a sum of absolute values, so scatter alone makes it larger: its bootstrap
 * distribution lies above it, and percentiles never hold an error of 0. The interval inverts a test instead (Carpenter 1999, "Test
 * inversion bootstrap confidence intervals"): it has the errors under which the one found is no surprise. The scatter is drawn by
 * the wild bootstrap, with one sign for all rows of a group (Cameron, Gelbach and Miller 2008).
 */
import type { ConfidenceInterval } from "@agatha/contracts";
import { createRandom, type Random } from "../numeric/random.js";
import { BIN_COUNT, binnedRows, type ClassProbabilities } from "./metrics/probability-metrics.js";

const DRAWS = 400;
const SEED = 1;
/** Share of the draws beyond each limit of a 95 % interval. */
const TAIL = 0.025;
/** Larger errors than this multiple of the one found are never plausible. */
const MOST_TIMES = 8;
const STEPS = 30;

/** Returns the 95 % interval of the error that is found; undefined where all rows are of one group. */
export function calibrationErrorInterval(forecast: ClassProbabilities, groups?: Int32Array): ConfidenceInterval | undefined {
  const { sums, scatters } = scatterOfBins(forecast, groups);
  if (scatters.length === 0) return undefined;
  const rows = forecast.codes.length;
  const found = sums.reduce((sum, difference) => sum + Math.abs(difference), 0) / rows;
  /** Errors of the draws if the true differences were `times` those that are found. */
  const drawn = (times: number) =>
    scatters.map((scatter) => sums.reduce((sum, difference, bin) => sum + Math.abs(times * difference + scatter[bin]), 0) / rows);
  const isTooSmall = (times: number) => shareOf(drawn(times), (error) => error >= found) < TAIL;
  const isTooLarge = (times: number) => shareOf(drawn(times), (error) => error <= found) < TAIL;
  const lower = isTooSmall(0) ? found * boundary(isTooSmall, 0, 1) : 0;
  const upper = found * boundary((times) => !isTooLarge(times), 0, MOST_TIMES);
  return { lower: Math.min(found, lower), upper: Math.min(1, Math.max(found, upper)) };
}

/** Returns the differences of predicted and observed rows of each bin, and their scatter in each draw. */
function scatterOfBins(forecast: ClassProbabilities, groups: Int32Array | undefined): { sums: Float64Array; scatters: Float64Array[] } {
  const { bins, excess } = binnedRows(forecast);
  const [sums, counts] = [new Float64Array(BIN_COUNT), new Float64Array(BIN_COUNT)];
  bins.forEach((bin, i) => {
    sums[bin] += excess[i];
    counts[bin]++;
  });
  const rests = excess.map((value, i) => value - sums[bins[i]] / counts[bins[i]]);
  const { count, draw } = groups ? scatterOfGroups(bins, rests, groups) : scatterOfRows(bins, rests);
  const random = createRandom(SEED);
  const widened = Math.sqrt(count / (count - 1));
  return { sums, scatters: Array.from({ length: count < 2 ? 0 : DRAWS }, () => draw(random).map((scatter) => widened * scatter)) };
}

/** Scatter of independent rows: each is in one bin, so that the bins are independent and nearly normal. */
function scatterOfRows(bins: Int32Array, rests: Float64Array) {
  const squares = new Float64Array(BIN_COUNT);
  bins.forEach((bin, i) => {
    squares[bin] += rests[i] ** 2;
  });
  return { count: bins.length, draw: (random: Random) => squares.map((square) => Math.sqrt(square) * random.normal()) };
}

function scatterOfGroups(bins: Int32Array, rests: Float64Array, groups: Int32Array) {
  const byGroup = new Map<number, Float64Array>();
  bins.forEach((bin, i) => {
    const own = byGroup.get(groups[i]) ?? new Float64Array(BIN_COUNT);
    own[bin] += rests[i];
    byGroup.set(groups[i], own);
  });
  const draw = (random: Random) => {
    const scatter = new Float64Array(BIN_COUNT);
    for (const own of byGroup.values()) {
      const sign = random.next() < 0.5 ? -1 : 1;
      for (let bin = 0; bin < BIN_COUNT; bin++) scatter[bin] += sign * own[bin];
    }
    return scatter;
  };
  return { count: byGroup.size, draw };
}

function shareOf(values: readonly number[], isCounted: (value: number) => boolean): number {
  return values.filter(isCounted).length / values.length;
}

/** Returns where a condition that holds at `from` ends to hold, or `to`, by bisection. */
function boundary(holds: (at: number) => boolean, from: number, to: number): number {
  if (holds(to)) return to;
  let [low, high] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
