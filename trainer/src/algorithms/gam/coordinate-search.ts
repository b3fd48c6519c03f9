import { fitPenalised, type PenalisedLeastSquares } from "./criterion.js";
import { criterionGradient } from "./gradient.js";
import { gridScan } from "./grid-scan.js";
import { type SmoothingContext, type SmoothingPoint, type SmoothingResult, selectSmoothing } from "./smoothing.js";

/**
 * Starting points: the logarithm of all smoothing parameters. The criterion can have several minima; smooth curves reach some,
 * and curves that follow the rows reach others.
 */
const STARTING_LOG_SMOOTHINGS = [0, -4];
/** Least share of the criterion that a search step must gain before Newton's method. */
const MIN_STEP_GAIN = 1e-4;
/** Least share that a step from a local minimum must gain, to go on to another minimum. */
const MIN_ESCAPE_GAIN = 1e-6;
/** Most search steps before Newton's method, even if more would gain; most local minima visited from one start. */
const MAX_SEARCH_STEPS = 8;
const MAX_LOCAL_MINIMA = 8;
/** Distance of log smoothings within which two minima count as the same: the step of the grid. */
const SAME_MINIMUM_DISTANCE = 1;

/**
 * Does the same as `selectSmoothing`, but searches for the global minimum. The criterion can have several minima, and changing
 * one smoothing parameter alone may not lead out of one. Steps to the best value of each parameter get near the global minimum in
 * a few fits.
 */
export async function selectSmoothingGlobally(
  problem: PenalisedLeastSquares,
  count: number,
  steps: number,
  work: SmoothingContext,
): Promise<SmoothingResult> {
  let best: SmoothingResult | undefined;
  for (const start of count > 0 ? STARTING_LOG_SMOOTHINGS : [0]) {
    const logSmoothings = new Float64Array(count).fill(start);
    let place: SmoothingPoint | undefined = { logSmoothings, fit: await fitPenalised(problem, logSmoothings, work) };
    for (let valleys = 0; place && valleys < MAX_LOCAL_MINIMA; valleys++) {
      place = await coordinateSearch(problem, place, work);
      if (best && place.fit.criterion >= best.fit.criterion && isSameMinimum(place.logSmoothings, best.logSmoothings)) break;
      const found = await selectSmoothing(problem, place, steps, work);
      if (!best || found.fit.criterion < best.fit.criterion) best = found;
      place = await coordinateSearchStep(problem, found, MIN_ESCAPE_GAIN, work);
    }
  }
  return best as SmoothingResult;
}

async function coordinateSearch(problem: PenalisedLeastSquares, start: SmoothingPoint, work: SmoothingContext): Promise<SmoothingPoint> {
  let place = start;
  for (let leaps = 0; leaps < MAX_SEARCH_STEPS; leaps++) {
    const next = await coordinateSearchStep(problem, place, MIN_STEP_GAIN, work);
    if (!next) break;
    place = next;
  }
  return place;
}

function isSameMinimum(logs: Float64Array, others: Float64Array): boolean {
  return logs.every((log, j) => Math.abs(log - others[j]) <= SAME_MINIMUM_DISTANCE);
}

/**
 * Moves every smoothing parameter to its best value with the others fixed. If that does not gain, since columns are correlated,
 * moves only the parameter that gains most. Returns undefined if the gain is below `share` of the criterion.
 */
async function coordinateSearchStep(
  problem: PenalisedLeastSquares,
  { logSmoothings, fit }: SmoothingPoint,
  share: number,
  work: SmoothingContext,
): Promise<SmoothingPoint | undefined> {
  const { shrinkage } = criterionGradient(problem, fit, logSmoothings.length);
  const { bestLogs, criteria } = await gridScan(problem, { logSmoothings, fit }, shrinkage, work);
  const enough = fit.criterion * (1 - share);
  const gained = criteria.reduce((sum, criterion) => (criterion < fit.criterion ? sum + fit.criterion - criterion : sum), 0);
  if (!(gained >= share * fit.criterion)) return undefined;
  const together = { logSmoothings: bestLogs, fit: await fitPenalised(problem, bestLogs, work) };
  if (together.fit.criterion < enough) return together;
  const least = criteria.indexOf(Math.min(...criteria));
  if (!(criteria[least] < enough)) return undefined;
  const one = logSmoothings.with(least, bestLogs[least]);
  const alone = { logSmoothings: one, fit: await fitPenalised(problem, one, work) };
  return alone.fit.criterion < enough ? alone : undefined;
}
