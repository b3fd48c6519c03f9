import { runParts } from "../../threads/pool.js";
import type { FitContext, Matrix } from "../algorithm.js";
import { createPace } from "../pace.js";
import type { Clustering } from "./lloyd.js";
import { panelLength, writePanels } from "./panels.js";
import { prepare, type StartWork } from "./start-work.js";

export interface Starts {
  clusters: number;
  starts: number;
  /** Of each start, at the most. */
  maxIterations: number;
}

/** The centres rest when the squares of their moves add up to less than this share of the columns' mean variance: as scikit-learn. */
const TOLERANCE = 1e-4;
/** Comparisons of numbers in a pass of all starts below which threads cost more than they bring. */
const SMALL = 1_000_000;

/** The clustering with the least inertia among several from greedy k-means++ starts. Throws the signal's reason when it is aborted. */
export async function bestOfStarts(x: Matrix, params: Starts, context: FitContext): Promise<Clustering> {
  const { starts, clusters } = params;
  const work = planWork(x, params, context);
  const found: Clustering[] = new Array(starts);
  let done = 0;
  const keep = (start: number, clustering: Clustering) => {
    found[start] = clustering;
    context.progress(++done / starts);
  };
  if (x.nrow * x.ncol * clusters * starts < SMALL) {
    const pace = createPace(context);
    const run = prepare(work);
    for (let start = 0; start < starts; start++) {
      keep(start, run(start));
      if (pace.due()) await pace.rest(done / starts);
    }
  } else {
    const module = new URL("./start-work.js", import.meta.url);
    const { threads, signal } = context;
    await runParts({ module, input: work, parts: starts, threads, signal, done: (start, result) => keep(start, result as Clustering) });
  }
  return found.reduce((best, one) => (one.inertia < best.inertia ? one : best));
}

function planWork(x: Matrix, { clusters, starts, maxIterations }: Starts, { random }: FitContext): StartWork {
  const length = panelLength(x.nrow, x.ncol);
  const points = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  writePanels(x, points, 0, x.nrow);
  const total = Float64Array.from(x.columns, (column) => column.reduce((sum, value) => sum + value, 0));
  return {
    rows: x.nrow,
    width: x.ncol,
    clusters,
    points,
    total,
    seeds: Uint32Array.from({ length: starts }, (_, start) => random.fork(start).int(2 ** 32)),
    maxIterations,
    enough: TOLERANCE * meanVariance(x, total),
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
