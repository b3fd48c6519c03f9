import type { Random } from "../../numeric/random.js";
import { ranges, repair, violation } from "./feasibility.js";
import type { SearchSpace } from "./space.js";

/** Settings with their evaluation. */
export interface Candidate {
  settings: Float64Array;
  /** Cost to minimise, from the model's prediction and the goal. */
  cost: number;
  /** Sum of all violations; 0 for feasible settings. */
  violation: number;
}

/** Objective function of the search. */
export interface Objective {
  /** Returns the costs of many settings at once. */
  costs(settings: readonly Float64Array[]): Float64Array;
  /** Returns how much settings are too close to solutions found before; 0 if they are not. */
  crowding(settings: Float64Array): number;
}

interface SearchContext {
  random: Random;
  signal: AbortSignal;
  /** Yields to the event loop, and reports the number of finished generations. */
  generation(done: number): Promise<void>;
}

export const GENERATIONS = 120;
/** Generations without a better candidate after which the search ends. */
const PATIENCE = 30;
const POLISH_ROUNDS = 40;

/**
 * Minimises by differential evolution (Storn and Price 1997; rand/1/bin with dithered scale). Candidates are compared by
 * feasibility first (Deb 2000), and a compass search from the best one follows. Repair handles steps and constraints. No gradient
 * is needed, since trees have none.
 */
export async function differentialEvolution(space: SearchSpace, objective: Objective, context: SearchContext): Promise<Candidate> {
  const extent = ranges(space);
  const moving = Int32Array.from(extent.keys()).filter((j) => extent[j] > 0);
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
      population.map((_, i) => trialVector(population, i, moving, context.random)),
    );
    population = population.map((parent, i) => (isPreferred(parent, trials[i]) ? parent : trials[i]));
    const leader = bestOf(population);
    since = isPreferred(leader, best) ? 0 : since + 1;
    best = leader;
    await context.generation(done);
  }
  return compassSearch(space, objective, best, moving);
}

function trialVector(population: readonly Candidate[], i: number, moving: Int32Array, random: Random): Float64Array {
  const pick = () => population[random.int(population.length)].settings;
  const [a, b, c] = [pick(), pick(), pick()];
  const scale = 0.5 + 0.5 * random.next();
  const crossover = random.next() < 0.5 ? 0.9 : 0.3;
  const trial = population[i].settings.slice();
  const sure = random.int(moving.length);
  moving.forEach((j, m) => {
    if (m === sure || random.next() < crossover) trial[j] = a[j] + scale * (b[j] - c[j]);
  });
  return trial;
}

/** Moves one input at a time up and down, by ever smaller fractions of its range or by whole steps. */
function compassSearch(space: SearchSpace, objective: Objective, start: Candidate, moving: Int32Array): Candidate {
  const extent = ranges(space);
  let best = start;
  let part = 0.1;
  for (let round = 0; round < POLISH_ROUNDS && part > 1e-7 && moving.length > 0; round++) {
    const around = Array.from(moving).flatMap((j) =>
      [1, -1].map((sign) => {
        const moved = best.settings.slice();
        moved[j] += sign * Math.max(space.step[j], part * extent[j]);
        return moved;
      }),
    );
    const better = bestOf(evaluateAll(space, objective, around));
    if (isPreferred(better, best)) best = better;
    else part /= 3;
  }
  return best;
}

function evaluateAll(space: SearchSpace, objective: Objective, all: Float64Array[]): Candidate[] {
  for (const settings of all) repair(space, settings);
  const costs = objective.costs(all);
  return all.map((settings, i) => ({ settings, cost: costs[i], violation: violation(space, settings) + objective.crowding(settings) }));
}

function isPreferred(a: Candidate, b: Candidate): boolean {
  return a.violation === b.violation ? a.cost < b.cost : a.violation < b.violation;
}

export function bestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, one) => (isPreferred(one, best) ? one : best));
}
