import { fitAt, type Penalised } from "./criterion.js";
import { slopesAt } from "./slopes.js";
import { type Place, type Smoothed, smooth, type Work } from "./smoothing.js";
import { survey } from "./survey.js";

/** Logarithms of all smoothings to start from. The score can have several minima: from smooth curves, and from ones that follow the rows. */
const STARTS = [0, -4];
/** Share of the criterion that a leap has to gain to be made before Newton's method. */
const WORTHWHILE = 1e-4;
/** The same where that has ended, so that it goes on in another valley. */
const LOWER = 1e-6;
/** Leaps before Newton's method takes over, even if more would gain, and valleys that are gone into from a start. */
const MOST_LEAPS = 8;
const MOST_VALLEYS = 8;
/** As near as what a leap looks at is to one another. */
const NEAR = 1;

/**
 * As `smooth`, wherever the criterion is least: it can have several minima, and the one found is not left for a lower one by
 * changing a smoothing alone. Leaps to the best of each come near it in a few fits.
 */
export async function smoothAnywhere(problem: Penalised, count: number, steps: number, work: Work): Promise<Smoothed> {
  let best: Smoothed | undefined;
  for (const start of count > 0 ? STARTS : [0]) {
    const logs = new Float64Array(count).fill(start);
    let place: Place | undefined = { logs, fitted: await fitAt(problem, logs, work) };
    for (let valleys = 0; place && valleys < MOST_VALLEYS; valleys++) {
      place = await leapOn(problem, place, work);
      if (best && place.fitted.criterion >= best.fitted.criterion && isNear(place.logs, best.logs)) break;
      const found = await smooth(problem, place, steps, work);
      if (!best || found.fitted.criterion < best.fitted.criterion) best = found;
      place = await leap(problem, found, LOWER, work);
    }
  }
  return best as Smoothed;
}

async function leapOn(problem: Penalised, start: Place, work: Work): Promise<Place> {
  let place = start;
  for (let leaps = 0; leaps < MOST_LEAPS; leaps++) {
    const next = await leap(problem, place, WORTHWHILE, work);
    if (!next) break;
    place = next;
  }
  return place;
}

function isNear(logs: Float64Array, others: Float64Array): boolean {
  return logs.every((log, j) => Math.abs(log - others[j]) <= NEAR);
}

/**
 * To the best of each smoothing, the others being as they are; where that does not gain, since columns tell the same, to the
 * best of the one that gains most. None where less than the share of the criterion is gained.
 */
async function leap(problem: Penalised, { logs, fitted }: Place, share: number, work: Work): Promise<Place | undefined> {
  const { pulled } = slopesAt(problem, fitted, logs.length);
  const { best, criteria } = await survey(problem, { logs, fitted }, pulled, work);
  const enough = fitted.criterion * (1 - share);
  const gained = criteria.reduce((sum, criterion) => (criterion < fitted.criterion ? sum + fitted.criterion - criterion : sum), 0);
  if (!(gained >= share * fitted.criterion)) return undefined;
  const together = { logs: best, fitted: await fitAt(problem, best, work) };
  if (together.fitted.criterion < enough) return together;
  const least = criteria.indexOf(Math.min(...criteria));
  if (!(criteria[least] < enough)) return undefined;
  const one = logs.with(least, best[least]);
  const alone = { logs: one, fitted: await fitAt(problem, one, work) };
  return alone.fitted.criterion < enough ? alone : undefined;
}
