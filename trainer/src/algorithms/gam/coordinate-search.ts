import { fitPenalised, type PenalisedLeastSquares } from "./criterion.js";
import { criterionGradient } from "./gradient.js";
import { gridScan } from "./grid-scan.js";
import { type SmoothingContext, type SmoothingPoint, type SmoothingResult, selectSmoothing } from "./smoothing.js";

/** Logarithms of all smoothings to start from. The score can have several minima: from smooth curves, and from ones that follow the rows. */
const STARTING_LOG_SMOOTHINGS = [0, -4];
/** Share of the criterion that a leap has to gain to be made before Newton's method. */
const MIN_STEP_GAIN = 1e-4;
/** The same where that has ended, so that it goes on in another valley. */
const MIN_ESCAPE_GAIN = 1e-6;
/** Leaps before Newton's method takes over, even if more would gain, and valleys that are gone into from a start. */
const MAX_SEARCH_STEPS = 8;
const MAX_LOCAL_MINIMA = 8;
/** As near as what a leap looks at is to one another. */
const SAME_MINIMUM_DISTANCE = 1;

/**
 * As `smooth`, wherever the criterion is least: it can have several minima, and the one found is not left for a lower one by
 * changing a smoothing alone. Leaps to the best of each come near it in a few fits.
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
 * To the best of each smoothing, the others being as they are; where that does not gain, since columns tell the same, to the
 * best of the one that gains most. None where less than the share of the criterion is gained.
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
