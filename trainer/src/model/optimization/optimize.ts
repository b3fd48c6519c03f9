import { setImmediate } from "node:timers/promises";
import {
  ERRORS,
  InvalidInput,
  type ModelInput,
  type OptimizationRequest,
  type OptimizationResult,
  type PredictionResult,
  type ReachedGoal,
  validateOptimization,
} from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import {
  bestOf,
  type Candidate,
  differentialEvolution,
  GENERATIONS,
  isPreferred,
  type Objective,
  refine,
} from "./differential-evolution.js";
import {
  costNearRows,
  costOf,
  desirability,
  type Goal,
  goalsOf,
  goalValues,
  isLimit,
  judgedValue,
  onlyValueGoal,
  overallDesirability,
  type SearchModels,
  shortfall,
} from "./goals.js";
import { type SearchSpace, searchSpace, toRecord, toTable } from "./space.js";

/** Independent searches for the best solution. Each further solution takes one search. */
const RESTARTS = 3;

interface OptimizeContext {
  signal: AbortSignal;
  progress(fraction: number): void;
}

/**
 * Returns the settings that reach the goals best, best first. Of settings that keep all limits, or that reach a value equally well,
 * those nearest to the training rows are best. Each further solution is searched for away from those before, so that the solutions
 * differ clearly. Settings that miss a limit are solutions only where none are found that keep all. Throws InvalidInput
 * (calculationFailed, optimizationInputNotNumeric, optimizationInfeasible) when the request does not fit the models, or when nothing
 * keeps its constraints.
 */
export async function optimize(request: OptimizationRequest, models: SearchModels, context: OptimizeContext): Promise<OptimizationResult> {
  validateOptimization(request, models);
  const space = searchSpace(request, [...models.values()]);
  const goals = goalsOf(request, models, space);
  const random = createRandom(request.seed);
  const found: Candidate[] = [];
  let evaluations = 0;
  const crowding = distanceViolation(request.apart, models, space, found);
  const wanted = onlyValueGoal(goals);
  const costsNearRows = (settings: readonly Float64Array[], reached: readonly number[][]) =>
    nearestRows(models, space, settings).map((distance, i) =>
      wanted < 0 ? distance : costNearRows(goals[wanted], reached[i][wanted], distance),
    );
  const costsOfGoals = (_settings: unknown, reached: readonly number[][]) => reached.map((one) => costOf(goals, one));
  const objectiveOf =
    (costsOf: typeof costsNearRows): Objective =>
    (settings) => {
      evaluations += settings.length;
      const values = goalValues(goals, { models, space }, settings);
      const reached = settings.map((_, i) => values.map(({ answers, free }, g) => judgedValue(goals[g], answers[i], free[i])));
      const tooNear = crowding(settings);
      const costs = costsOf(settings, reached);
      return settings.map((_, i) => ({
        cost: costs[i],
        shortfall: reached[i].reduce((sum, value, g) => sum + shortfall(goals[g], value), 0),
        violation: tooNear[i],
      }));
    };
  const exact = objectiveOf(costsOfGoals);
  const objective = wanted >= 0 || goals.every(isLimit) ? objectiveOf(costsNearRows) : exact;
  const searches = RESTARTS + request.solutions - 1;
  const search = async (index: number) => {
    const found = await differentialEvolution(space, objective, {
      random: random.fork(index),
      signal: context.signal,
      generation: async (done) => {
        context.progress((index + done / GENERATIONS) / searches);
        await setImmediate();
      },
    });
    return wanted < 0 ? found : comeNearer(found);
  };
  /** Moves the settings a little, to the very value. */
  const comeNearer = (found: Candidate): Candidate => {
    const refined = refine(space, exact, { ...found, cost: exact([found.settings])[0].cost });
    return { ...refined, cost: objective([refined.settings])[0].cost };
  };
  let best = await search(0);
  for (let index = 1; index < RESTARTS; index++) best = bestOf([best, await search(index)]);
  requireFeasible(best);
  found.push(best);
  for (let index = RESTARTS; index < searches; index++) {
    const next = await search(index);
    if (next.violation > 0 || (next.shortfall > 0 && best.shortfall === 0)) break;
    found.push(next);
  }
  const kept = found.filter(({ shortfall }) => shortfall === 0);
  const proposed = kept.length > 0 ? kept : found;
  const ordered = proposed.toSorted((a, b) => Number(isPreferred(b, a)) - Number(isPreferred(a, b))).map(({ settings }) => settings);
  return { target: request.target, solutions: describeSolutions(goals, models, space, ordered), evaluations };
}

function requireFeasible({ violation, cost, shortfall: missed }: Candidate): void {
  if (violation > 0)
    throw new InvalidInput(ERRORS.optimizationInfeasible, {
      path: "constraints",
      message: "no settings within the bounds keep all of them: loosen one",
    });
  if (!Number.isFinite(cost) || !Number.isFinite(missed))
    throw new InvalidInput(ERRORS.calculationFailed, { path: "", message: "the model has no answer anywhere within the bounds" });
}

/** Returns a function of how much settings are nearer than `apart` to solutions found before, in the space of any model. */
function distanceViolation(apart: number, models: SearchModels, space: SearchSpace, found: readonly Candidate[]) {
  const coordinatesOf = (settings: readonly Float64Array[]) =>
    [...models.values()].map((model) => model.coordinates(toTable(space, settings, model.inputs)));
  return (settings: readonly Float64Array[]): number[] => {
    if (found.length === 0 || apart === 0) return settings.map(() => 0);
    const known = coordinatesOf(found.map((one) => one.settings));
    const own = coordinatesOf(settings);
    return settings.map((_, i) =>
      Math.max(0, ...found.map((_, f) => apart - Math.max(...own.map((rows, m) => euclideanDistance(rows[i], known[m][f]))))),
    );
  };
}

const euclideanDistance = (a: Float64Array, b: Float64Array): number => Math.sqrt(a.reduce((sum, x, j) => sum + (x - b[j]) ** 2, 0));

/** Returns the distance of settings from the nearest training row; of several models, the greatest. */
function nearestRows(models: SearchModels, space: SearchSpace, settings: readonly Float64Array[]): number[] {
  const distances = [...models.values()].map(
    (model) => model.predictTable(toTable(space, settings, model.inputs), { outside: true }).distance ?? [],
  );
  return settings.map((_, i) => Math.max(0, ...distances.map((of) => of[i]?.nearest ?? 0)));
}

function describeSolutions(
  goals: readonly Goal[],
  models: SearchModels,
  space: SearchSpace,
  settings: readonly Float64Array[],
): OptimizationResult["solutions"] {
  const values = goalValues(goals, { models, space }, settings);
  const marked = new Map(
    [...models].map(([name, model]) => [name, model.predictTable(toTable(space, settings, model.inputs), { outside: true })] as const),
  );
  const severalAims = goals.filter((goal) => !isLimit(goal)).length > 1;
  return settings.map((one, i) => {
    const reached = values.map(({ answers }) => answers[i]);
    const marks = [...marked.values()];
    const distances = marks.flatMap(({ distance }) => distance?.[i] ?? []);
    return {
      settings: toRecord(space, one),
      prediction: reached[0],
      goals: goals.map((goal, g) => reachedGoal(goal, reached[g], { result: marked.get(goal.model), row: i, severalAims })),
      ...(severalAims && { desirability: overallDesirability(goals, reached) }),
      outside_by: distanceOutside(one, space.inputs),
      outside: union(marks.map(({ outside }) => outside?.[i] ?? [])),
      unseen: union(marks.map(({ unseen }) => unseen?.[i] ?? [])),
      distance: distances.reduce((most, distance) => (distance.percentile > most.percentile ? distance : most), distances[0]),
    };
  });
}

function reachedGoal(
  goal: Goal,
  prediction: number,
  { result, row, severalAims }: { result: PredictionResult | undefined; row: number; severalAims: boolean },
): ReachedGoal {
  const isNumber = goal.column === undefined && goal.label === undefined;
  const interval = isNumber ? result?.interval?.[row] : undefined;
  const beyond = isNumber ? result?.beyond?.[row] : undefined;
  return {
    prediction,
    ...(interval && { interval: { ...interval, level: result?.interval_level ?? 0 } }),
    ...(beyond && { beyond }),
    ...(isLimit(goal) && { met: shortfall(goal, prediction) === 0 }),
    ...(!isLimit(goal) && severalAims && { desirability: desirability(goal, prediction) }),
  };
}

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** Returns the root mean square over the inputs of the distance to the range in training, as a fraction of that range. */
function distanceOutside(settings: Float64Array, inputs: readonly ModelInput[]): number {
  const beyond = inputs.map(({ type, min, max }, j) => {
    if (type === "s" || min === null || max === null) return 0;
    return Math.max(0, min - settings[j], settings[j] - max) / (max - min || Math.abs(max) || 1);
  });
  return Math.sqrt(beyond.reduce((sum, distance) => sum + distance ** 2, 0) / Math.max(1, beyond.length));
}
