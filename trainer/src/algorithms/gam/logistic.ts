import { sumOf } from "../../numeric/linear-algebra/center.js";
import { addScaled } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { type DesignMatrix, type Penalties, termOffsets } from "./design.js";
import { createMatrixInverter } from "./matrix-inverse.js";
import { fitPenalised, type NormalEquations, normalEquations } from "./penalised-least-squares.js";
import { startSmoothing, updateSmoothing } from "./smoothing.js";
import { addTermValues } from "./term.js";

/** Number of fits after which the smoothing parameters no longer follow the rows' weights, so that the coefficients can converge. */
const SMOOTHING_UPDATES = 15;
/** The fit has converged when the penalised deviance changes by less than this share, as in mgcv. */
const TOLERANCE = 1e-7;
const MAX_HALVINGS = 10;
/** Largest absolute logit in the weights. It keeps the weights and their inverses finite. */
const MAX_LOGIT = 30;

interface LogisticOptions {
  freedomCost: number;
  maxIterations: number;
}

interface Iterate {
  intercept: number;
  coefficients: Float64Array;
  logits: Float64Array;
}

/**
 * Logistic regression on splines by penalised iteratively reweighted least squares. Each iteration updates the smoothing
 * parameters once (performance iteration, Wood 2017, section 6.5.2). `yes` is 1 for rows of the class, else 0; both occur.
 */
export async function fitLogistic(
  design: DesignMatrix,
  penalties: Penalties,
  yes: Float64Array,
  { settings: { freedomCost, maxIterations }, yieldToEventLoop }: { settings: LogisticOptions; yieldToEventLoop: YieldToEventLoop },
): Promise<{ intercept: number; coefficients: Float64Array; converged: boolean }> {
  const invert = createMatrixInverter(penalties.penalties.length, () => yieldToEventLoop(0.5));
  const start = Math.log((sumOf(yes) + 0.5) / (yes.length - sumOf(yes) + 0.5));
  const constant: Iterate = {
    intercept: start,
    coefficients: new Float64Array(penalties.penalties.length),
    logits: new Float64Array(yes.length).fill(start),
  };
  let point = constant;
  let smoothing = startSmoothing(penalties.count);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const equations = await workingEquations(design, yes, point.logits, () => yieldToEventLoop(0.5));
    const problem = { equations, ...penalties, knownVariance: true, freedomCost };
    const fit = await fitPenalised(problem, smoothing.logs, invert);
    if (iteration < SMOOTHING_UPDATES) smoothing = updateSmoothing(problem, fit, smoothing) ?? smoothing;
    const cost = ({ coefficients, logits }: Iterate) =>
      deviance(logits, yes) + yes.length * coefficients.reduce((total, value, a) => total + fit.penaltyDiagonal[a] * value * value, 0);
    const before = cost(point);
    const { point: next, cost: after } = backtrack(point, iterateAt(design, equations, fit.coefficients), { cost, before });
    // New smoothing parameters can leave a point worse than the constant, from whose huge logits no step improves.
    if (next === point && after > cost(constant)) {
      point = constant;
      continue;
    }
    point = next;
    if (Math.abs(before - after) <= TOLERANCE * (Math.abs(after) + 0.1)) {
      return { intercept: point.intercept, coefficients: point.coefficients, converged: true };
    }
  }
  return { intercept: point.intercept, coefficients: point.coefficients, converged: false };
}

/** Returns the normal equations of the working responses and weights at these logits. */
function workingEquations(design: DesignMatrix, yes: Float64Array, logits: Float64Array, yieldToEventLoop: YieldToEventLoop) {
  const weights = new Float64Array(yes.length);
  const target = new Float64Array(yes.length);
  for (let i = 0; i < yes.length; i++) {
    const logit = Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, logits[i]));
    const p = 1 / (1 + Math.exp(-logit));
    weights[i] = p * (1 - p);
    target[i] = logit + (yes[i] - p) / weights[i];
  }
  return normalEquations(design, weights, target, yieldToEventLoop);
}

function iterateAt({ terms }: DesignMatrix, equations: NormalEquations, coefficients: Float64Array): Iterate {
  const intercept = equations.intercept(coefficients);
  const logits = new Float64Array(equations.rows).fill(intercept);
  const { starts } = termOffsets(terms);
  for (const [t, term] of terms.entries()) addTermValues(logits, term, coefficients.subarray(starts[t], starts[t] + term.width));
  return { intercept, coefficients, logits };
}

/** Returns the first of the points 1, ½, ¼ … of the way to `to` that does not cost more than `from`. */
function backtrack(
  from: Iterate,
  to: Iterate,
  { cost, before }: { cost: (point: Iterate) => number; before: number },
): { point: Iterate; cost: number } {
  for (let halvings = 0; halvings < MAX_HALVINGS; halvings++) {
    const point = halvings === 0 ? to : interpolate(from, to, 1 / 2 ** halvings);
    const there = cost(point);
    if (there <= before * (1 + TOLERANCE)) return { point, cost: there };
  }
  return { point: from, cost: before };
}

function interpolate(from: Iterate, to: Iterate, share: number): Iterate {
  const mix = (a: Float64Array, b: Float64Array) => {
    const result = a.map((value) => (1 - share) * value);
    addScaled(result, share, b);
    return result;
  };
  return {
    intercept: (1 - share) * from.intercept + share * to.intercept,
    coefficients: mix(from.coefficients, to.coefficients),
    logits: mix(from.logits, to.logits),
  };
}

/** Returns −2 Σ log p(class of row). */
function deviance(logits: Float64Array, yes: Float64Array): number {
  let total = 0;
  for (let i = 0; i < yes.length; i++) {
    const z = yes[i] === 1 ? -logits[i] : logits[i];
    total += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
  }
  return 2 * total;
}
