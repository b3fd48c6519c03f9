import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { selectSmoothingGlobally } from "./coordinate-search.js";
import type { PenalisedFit } from "./criterion.js";
import type { Term } from "./design.js";
import { normalEquations } from "./normal-equations.js";
import { penaltiesOf } from "./penalties.js";
import { createSmoothingContext } from "./smoothing.js";

/** Most Newton steps for the smoothing parameters. No data set has needed as many. */
const MAX_NEWTON_STEPS = 50;

/** Fits splines by least squares, with smoothing parameters by generalised cross-validation. */
export async function fitRegressionSplines(
  terms: readonly Term[],
  y: Float64Array,
  { freedomCost, yieldToEventLoop }: { freedomCost: number; yieldToEventLoop: YieldToEventLoop },
): Promise<PenalisedFit & { intercept: number }> {
  const mean = y.reduce((sum, value) => sum + value / y.length, 0);
  const centred = y.map((value) => value - mean);
  const moments = await normalEquations(terms, new Float64Array(y.length).fill(1), centred, yieldToEventLoop);
  const { count, ...penalties } = penaltiesOf(terms);
  const problem = { moments, ...penalties, knownVariance: false, freedomCost };
  const { fit } = await selectSmoothingGlobally(problem, count, MAX_NEWTON_STEPS, createSmoothingContext(problem, yieldToEventLoop));
  return { ...fit, intercept: mean + moments.intercept(fit.coefficients) };
}
