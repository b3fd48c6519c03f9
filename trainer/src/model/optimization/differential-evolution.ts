import { HOUR_MS } from "../../data/tables/zoned-time.js";
import type { Random } from "../../numeric/random.js";
import { ranges, repair, violation } from "./feasibility.js";
import type { SearchSpace } from "./space.js";

interface Evaluation {
  /** Cost to minimise, from the values of the goals. */
  cost: number;
  /** How much the limits on predictions are missed; 0 if they are kept. */
  shortfall: number;
  /** Sum of all violations of what settings have to keep; 0 for feasible settings. */
  violation: number;
}

/** Settings with their evaluation. */
export interface Candidate extends Evaluation {
  settings: Float64Array;
}

/** Objective function of the search: evaluates many settings at once, without the constraints of the space. */
export type Objective = (settings: readonly Float64Array[]) => Evaluation[];

interface SearchContext {
  random: Random;
  signal: AbortSignal;
  /** Yields to the event loop, and reports the number of finished generations. */
  generation(done: number): Promise<void>;
}

export const GENERATIONS = 120;
/** Share of the changes of a text input that take any of its choices, and not that of another candidate. */
const ANY_CHOICE = 0.1;
/** Generations without a better candidate after which the search ends. */
const PATIENCE = 30;
const POLISH_ROUNDS = 40;
/** Moves from a time to all other hours of the day. */
const HOURS_APART = Array.from({ length: 12 }, (_, i) => (i + 1) * HOUR_MS);
/** First moves of the compass search, as a fraction of the ranges. */
const COMPASS_PART = 0.1;

/**
 * Minimises by differential evolution (Storn and Price 1997; rand/1/bin with dithered scale). Candidates are compared by
 * feasibility first (Deb 2000), and a compass search from the best one follows. Texts have no order: a trial takes that of another
 * candidate. Repair handles steps and constraints. No gradient is needed, since trees have none.
 */
export async function differentialEvolution(space: SearchSpace, objective: Objective, context: SearchContext): Promise<Candidate> {
  const extent = ranges(space);
  const moving = movingInputs(space);
  const size = Math.min(120, Math.max(24, 10 * moving.length));
  let population = evaluateAll(
    space,
    objective,
    Array.from({ length: size }, () => Float64Array.from(space.from, (least, j) => least + extent[j] * context.random.next())),
  );
  let best = bestOf(population);
  let since = 0;
  for (let done = 1; done <= GENERATIONS && since < PATIENCE && moving.length > 0; done++) {
    context.signal.throwIfAborted();
    const trials = evaluateAll(
      space,
      objective,
      population.map((_, i) => trialVector(space, population, i, context.random)),
    );
    population = population.map((parent, i) => (isPreferred(parent, trials[i]) ? parent : trials[i]));
    const leader = bestOf(population);
    since = isPreferred(leader, best) ? 0 : since + 1;
    best = leader;
    await context.generation(done);
  }
  return compassSearch(space, objective, best, { moving, part: COMPASS_PART });
}

/** Improves a candidate by small moves of its inputs of any value: texts and inputs of steps stay as they are. */
export function refine(space: SearchSpace, objective: Objective, start: Candidate): Candidate {
  const moving = movingInputs(space).filter((j) => space.step[j] === 0 && space.choices[j].length === 0);
  return compassSearch(space, objective, start, { moving, part: COMPASS_PART / 10 });
}

function trialVector(space: SearchSpace, population: readonly Candidate[], i: number, random: Random): Float64Array {
  const moving = movingInputs(space);
  const pick = () => population[random.int(population.length)].settings;
  const [a, b, c] = [pick(), pick(), pick()];
  const scale = 0.5 + 0.5 * random.next();
  const crossover = random.next() < 0.5 ? 0.9 : 0.3;
  const trial = population[i].settings.slice();
  const sure = random.int(moving.length);
  moving.forEach((j, m) => {
    if (m !== sure && random.next() >= crossover) return;
    const count = space.choices[j].length;
    if (count === 0) trial[j] = a[j] + scale * (b[j] - c[j]);
    else trial[j] = random.next() < ANY_CHOICE ? random.int(count) : a[j];
  });
  return trial;
}

function movingInputs(space: SearchSpace): Int32Array {
  const extent = ranges(space);
  return Int32Array.from(extent.keys()).filter((j) => extent[j] > 0);
}

/** Moves one input at a time up and down, by ever smaller fractions of its range or by whole steps, or to each other text or hour. */
function compassSearch(
  space: SearchSpace,
  objective: Objective,
  start: Candidate,
  { moving, part: first }: { moving: Int32Array; part: number },
): Candidate {
  const extent = ranges(space);
  let best = start;
  let part = first;
  for (let round = 0; round < POLISH_ROUNDS && part > 1e-7 && moving.length > 0; round++) {
    const around = Array.from(moving).flatMap((j) =>
      otherValues(space, best.settings[j], j, part * extent[j]).map((value) => {
        const moved = best.settings.slice();
        moved[j] = value;
        return moved;
      }),
    );
    const better = bestOf(evaluateAll(space, objective, around));
    if (isPreferred(better, best)) best = better;
    else part /= 3;
  }
  return best;
}

function otherValues({ inputs, step, choices }: SearchSpace, value: number, j: number, distance: number): number[] {
  if (choices[j].length > 0) return [...choices[j].keys()].filter((code) => code !== value);
  const move = Math.max(step[j], distance);
  const moves = step[j] === HOUR_MS && inputs[j].type === "d" ? [move, ...HOURS_APART] : [move];
  return moves.flatMap((by) => [value + by, value - by]);
}

function evaluateAll(space: SearchSpace, objective: Objective, all: Float64Array[]): Candidate[] {
  for (const settings of all) repair(space, settings);
  const evaluations = objective(all);
  return all.map((settings, i) => ({
    ...evaluations[i],
    settings,
    violation: violation(space, settings) + evaluations[i].violation,
  }));
}

/**
 * Returns true if `a` violates the limits less than `b`; among equals, if it misses the goals less; among equals again, if it
 * costs less.
 */
export function isPreferred(a: Candidate, b: Candidate): boolean {
  if (a.violation !== b.violation) return a.violation < b.violation;
  return a.shortfall === b.shortfall ? a.cost < b.cost : a.shortfall < b.shortfall;
}

/** Returns the candidate that is preferred to all others. Throws without candidates. */
export function bestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, one) => (isPreferred(one, best) ? one : best));
}
