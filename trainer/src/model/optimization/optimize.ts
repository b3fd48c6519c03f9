import { setImmediate } from "node:timers/promises";
import {
  ERRORS,
  InvalidInput,
  type ModelInput,
  type OptimizationGoal,
  type OptimizationRequest,
  type OptimizationResult,
} from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { bestOf, type Candidate, differentialEvolution, GENERATIONS, type Objective } from "./differential-evolution.js";
import { ranges } from "./feasibility.js";
import { searchSpace } from "./space.js";

/** Least difference between two solutions: one input must differ by this fraction of its range. */
export const MIN_DISTANCE = 0.1;
/** Independent searches for the best solution. Each further solution takes one search. */
const RESTARTS = 3;

interface OptimizeContext {
  /** Returns the model's predictions, NaN where there is none. Each settings list has the inputs in the model's order. */
  predict(settings: readonly Float64Array[]): Float64Array;
  signal: AbortSignal;
  progress(fraction: number): void;
}

/**
 * Returns the settings with the best predictions, best first. Each further solution is searched for away from those before, so
 * that the solutions differ clearly. Throws InvalidInput (optimizationInputNotNumeric, optimizationInfeasible) when the request
 * does not fit the model, or when nothing keeps its constraints.
 */
export async function optimize(
  request: OptimizationRequest,
  inputs: readonly ModelInput[],
  context: OptimizeContext,
): Promise<OptimizationResult> {
  const space = searchSpace(request, inputs);
  const random = createRandom(request.seed);
  const found: Candidate[] = [];
  const extent = ranges(space);
  let evaluations = 0;
  const objective: Objective = {
    costs(settings) {
      evaluations += settings.length;
      return context.predict(settings).map((prediction) => costOf(request.target, prediction));
    },
    crowding: (settings) =>
      Math.max(0, ...found.map((other) => MIN_DISTANCE - largestRelativeDifference(settings, other.settings, extent))),
  };
  const searches = RESTARTS + request.solutions - 1;
  const search = (index: number) =>
    differentialEvolution(space, objective, {
      random: random.fork(index),
      signal: context.signal,
      generation: async (done) => {
        context.progress((index + done / GENERATIONS) / searches);
        await setImmediate();
      },
    });
  let best = await search(0);
  for (let index = 1; index < RESTARTS; index++) best = bestOf([best, await search(index)]);
  requireFeasible(best);
  found.push(best);
  for (let index = RESTARTS; index < searches; index++) {
    const next = await search(index);
    if (next.violation > 0) break;
    found.push(next);
  }
  const predictions = context.predict(found.map(({ settings }) => settings));
  const order = [...found.keys()].sort((a, b) => found[a].cost - found[b].cost);
  return {
    target: request.target,
    solutions: order.map((i) => ({
      settings: Object.fromEntries(space.columns.map((column, j) => [column, found[i].settings[j]])),
      prediction: predictions[i],
      ...extrapolation(found[i].settings, inputs),
    })),
    evaluations,
  };
}

function requireFeasible({ violation, cost }: Candidate): void {
  if (violation > 0)
    throw new InvalidInput(ERRORS.optimizationInfeasible, {
      path: "constraints",
      message: "no settings within the bounds keep all of them: loosen one",
    });
  if (!Number.isFinite(cost))
    throw new InvalidInput(ERRORS.calculationFailed, { path: "", message: "the model has no answer anywhere within the bounds" });
}

function costOf({ goal, value = 0 }: OptimizationGoal, prediction: number): number {
  const cost = goal === "max" ? -prediction : goal === "min" ? prediction : Math.abs(prediction - value);
  return Number.isNaN(cost) ? Number.POSITIVE_INFINITY : cost;
}

/** Returns the largest difference of an input, as a fraction of its range. */
function largestRelativeDifference(a: Float64Array, b: Float64Array, extent: Float64Array): number {
  let most = 0;
  for (let j = 0; j < a.length; j++) if (extent[j] > 0) most = Math.max(most, Math.abs(a[j] - b[j]) / extent[j]);
  return most;
}

function extrapolation(settings: Float64Array, inputs: readonly ModelInput[]) {
  const beyond = inputs.map(({ min, max }, j) => {
    const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
    const distance = Math.max(0, least - settings[j], settings[j] - most);
    return distance === 0 ? 0 : distance / (most - least || Math.abs(most) || 1);
  });
  return {
    outside_by: Math.sqrt(beyond.reduce((sum, distance) => sum + distance ** 2, 0) / Math.max(1, beyond.length)),
    outside: inputs.flatMap(({ name }, j) => (beyond[j] > 0 ? [name] : [])),
  };
}
