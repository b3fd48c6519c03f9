import type { Pace } from "../../numeric/pace.js";
import type { Fitted } from "./criterion.js";
import type { Term } from "./design.js";
import { smoothAnywhere } from "./leaps.js";
import { momentsOf } from "./moments.js";
import { penaltiesOf } from "./penalties.js";
import { createWork } from "./smoothing.js";

/** Newton steps for the smoothings: none was seen to need as many. */
const MOST_STEPS = 50;

/** Least squares on splines, the smoothings by generalised cross-validation. */
export async function chooseForNumbers(
  terms: readonly Term[],
  y: Float64Array,
  { freedomCost, pace }: { freedomCost: number; pace: Pace },
): Promise<Fitted & { intercept: number }> {
  const mean = y.reduce((sum, value) => sum + value / y.length, 0);
  const centred = y.map((value) => value - mean);
  const rest = () => (pace.due() ? pace.rest(0) : undefined);
  const moments = await momentsOf(terms, new Float64Array(y.length).fill(1), centred, rest);
  const { count, ...penalties } = penaltiesOf(terms);
  const problem = { moments, ...penalties, knownVariance: false, freedomCost };
  const { fitted } = await smoothAnywhere(problem, count, MOST_STEPS, createWork(problem, pace));
  return { ...fitted, intercept: mean + moments.intercept(fitted.coefficients) };
}
