import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { type DesignMatrix, penaltiesOf } from "./design.js";
import { createMatrixInverter } from "./matrix-inverse.js";
import { normalEquations, type PenalisedFit } from "./penalised-least-squares.js";
import { selectSmoothing } from "./smoothing.js";

/** Fits splines by least squares, with smoothing parameters by generalised cross-validation. */
export async function fitRegressionSplines(
  design: DesignMatrix,
  y: Float64Array,
  { freedomCost, yieldToEventLoop }: { freedomCost: number; yieldToEventLoop: YieldToEventLoop },
): Promise<PenalisedFit & { intercept: number }> {
  const mean = y.reduce((sum, value) => sum + value / y.length, 0);
  const centered = y.map((value) => value - mean);
  const equations = await normalEquations(design, new Float64Array(y.length).fill(1), centered, () => yieldToEventLoop(0));
  const problem = { equations, ...penaltiesOf(design.terms), knownVariance: false, freedomCost };
  const fit = await selectSmoothing(
    problem,
    createMatrixInverter(equations.coefficientCount, () => yieldToEventLoop(0.5)),
  );
  return { ...fit, intercept: mean + equations.intercept(fit.coefficients) };
}
