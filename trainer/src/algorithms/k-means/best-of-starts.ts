import type { FitContext } from "../algorithm.js";
import { createPace } from "../pace.js";
import { type Clustering, lloyd } from "./lloyd.js";
import type { Points } from "./points.js";
import { seedCenters } from "./seeding.js";

export interface Starts {
  clusters: number;
  starts: number;
  /** Of each start, at the most. */
  maxIterations: number;
}

/** The clustering with the least inertia among several from greedy k-means++ starts. */
export async function bestOfStarts(points: Points, { clusters, starts, maxIterations }: Starts, context: FitContext): Promise<Clustering> {
  let best: Clustering | undefined;
  let start = 0;
  const pace = createPace({ signal: context.signal, progress: (done) => context.progress((start + done) / starts) });
  for (; start < starts; start++) {
    const seeds = await seedCenters(points, clusters, context.random.fork(start), pace);
    const found = await lloyd(points, seeds, maxIterations, pace);
    if (!best || found.inertia < best.inertia) best = found;
  }
  return best as Clustering;
}
