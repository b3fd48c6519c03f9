import type { Pace } from "../pace.js";
import type { Term } from "./design.js";
import { momentsOf } from "./moments.js";
import { penaltiesOf } from "./penalties.js";
import { type Smoothed, smooth } from "./smoothing.js";

/** Newton steps for the smoothings: none was seen to need as many. */
const MOST_STEPS = 50;
/** Logarithms of all smoothings to start from. The score can have several minima: from smooth curves, and from ones that follow the rows. */
const STARTS = [0, -4];

/** Least squares on splines, the smoothings by generalised cross-validation. */
export async function chooseForNumbers(
  terms: readonly Term[],
  y: Float64Array,
  { freedomCost, pace }: { freedomCost: number; pace: Pace },
): Promise<Smoothed & { intercept: number }> {
  const mean = y.reduce((sum, value) => sum + value / y.length, 0);
  const centred = y.map((value) => value - mean);
  const rest = () => (pace.due() ? pace.rest(0) : undefined);
  const moments = await momentsOf(terms, new Float64Array(y.length).fill(1), centred, rest);
  const { count, ...penalties } = penaltiesOf(terms);
  const problem = { moments, ...penalties, knownVariance: false, freedomCost };
  const found: Smoothed[] = [];
  for (const start of count > 0 ? STARTS : [0]) found.push(await smooth(problem, new Float64Array(count).fill(start), MOST_STEPS, pace));
  const chosen = found.reduce((best, other) => (other.criterion < best.criterion ? other : best));
  return { ...chosen, intercept: mean + moments.intercept(chosen.coefficients) };
}
