import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { runParts } from "../../numeric/threads/pool.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Clustering } from "./lloyd.js";
import { panelLength, writePanels } from "./panels.js";
import { prepare, type StartWork } from "./start-work.js";

interface KMeansParams {
  clusters: number;
  starts: number;
  /** Most iterations of each start. */
  maxIterations: number;
}

/**
 * The iterations end when the squared moves of the centers sum to at most this share of the columns' mean variance, as in
 * scikit-learn.
 */
const TOLERANCE = 1e-4;
/** Least work, in comparisons of numbers in a pass of all starts, for which threads pay off. */
const MIN_WORK_FOR_THREADS = 1_000_000;

/**
 * Swaps of one center. The best start runs until no row changes its cluster, and again after each swap. Swaps alternate: the
 * center whose removal costs least moves to where rows are far from the others, or a random center moves to a random row (Fränti
 * 2018, random swap). This leaves most local minima of Lloyd's iterations. Many clusters need the first kind, few large ones the
 * second.
 */
const RANDOM_SWAPS = 6;

/**
 * Returns the clustering with the least inertia of several greedy k-means++ starts and of swaps from the best one. Throws the
 * signal's reason when it is aborted.
 */
export async function fitWithRestarts(x: Matrix, params: KMeansParams, context: FitContext): Promise<Clustering> {
  const work = prepareWork(x, params, context);
  const small = x.nrow * x.ncol * params.clusters * params.starts < MIN_WORK_FOR_THREADS;
  const share = params.starts / (params.starts + 1 + RANDOM_SWAPS);
  const starting = { ...context, progress: (done: number) => context.progress(share * done) };
  const best = leastInertia(await runStarts(work, small, starting));
  const swapping = { ...context, progress: (done: number) => context.progress(share + (1 - share) * done) };
  const seeds = seedsOf(params.clusters > 1 ? 1 + RANDOM_SWAPS : 1, context.random.fork(params.starts));
  return leastInertia(await runStarts({ ...work, seeds, initialClustering: best, tolerance: 0 }, small, swapping));
}

/** Returns the clustering with the least inertia, the first one on a tie. */
function leastInertia(all: readonly Clustering[]): Clustering {
  return all.reduce((best, clustering) => (clustering.inertia < best.inertia ? clustering : best));
}

/** Runs one start for each seed. */
async function runStarts(work: StartWork, small: boolean, { signal, progress }: FitContext): Promise<Clustering[]> {
  const parts = work.seeds.length;
  const clusterings: Clustering[] = new Array(parts);
  let done = 0;
  const store = (part: number, clustering: Clustering) => {
    clusterings[part] = clustering;
    progress(++done / parts);
  };
  if (small) {
    const yieldToEventLoop = createYielder({ signal, progress });
    const run = prepare(work);
    for (let part = 0; part < parts; part++) {
      store(part, run(part));
      const pending = yieldToEventLoop(done / parts);
      if (pending) await pending;
    }
  } else {
    const module = new URL("./start-work.js", import.meta.url);
    await runParts({ module, input: work, parts, signal, done: (part, result) => store(part, result as Clustering) });
  }
  return clusterings;
}

function seedsOf(count: number, random: Random): Uint32Array {
  return Uint32Array.from({ length: count }, (_, part) => random.fork(part).int(2 ** 32));
}

function prepareWork(x: Matrix, { clusters, starts, maxIterations }: KMeansParams, { random }: FitContext): StartWork {
  const length = panelLength(x.nrow, x.ncol);
  const points = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  writePanels(x, points, 0, x.nrow);
  const columnSums = Float64Array.from(x.columns, (column) => column.reduce((sum, value) => sum + value, 0));
  return {
    rows: x.nrow,
    width: x.ncol,
    clusters,
    points,
    columnSums,
    seeds: seedsOf(starts, random),
    maxIterations,
    tolerance: TOLERANCE * meanVariance(x, columnSums),
  };
}

function meanVariance({ nrow, ncol, columns }: Matrix, total: Float64Array): number {
  let squares = 0;
  columns.forEach((column, j) => {
    const mean = total[j] / nrow;
    for (let i = 0; i < nrow; i++) squares += (column[i] - mean) ** 2;
  });
  return squares / nrow / ncol;
}
