import { type Points, squaredDistance } from "../../numeric/points.js";
import { createRandom, type Random } from "../../numeric/random.js";
import type { WorkerTask } from "../../numeric/threads/worker-protocol.js";
import { CentersWasm } from "./centers-wasm.js";
import { kMeansPlusPlus, reseedCenter } from "./k-means-plus-plus.js";
import { type Clustering, type LloydOptions, lloyd } from "./lloyd.js";

export interface StartWork extends LloydOptions {
  rows: number;
  width: number;
  clusters: number;
  /** Rows, in panels. */
  points: Float64Array;
  /** One seed for each clustering. */
  seeds: Uint32Array;
  /** Clustering to continue instead of new starts. The first part continues it unchanged; the others swap one center. */
  initialClustering?: Pick<Clustering, "centers" | "counts">;
}

/** Runs one start of each part. The result depends on its seed alone, whichever thread runs it. */
export const prepare: WorkerTask<StartWork, Clustering> = (work) => {
  const wasm = new CentersWasm({ rows: work.rows, width: work.width, centers: work.clusters });
  wasm.points.set(work.points);
  return (part) => lloyd(wasm, initialCenters(wasm, work, part), work);
};

function initialCenters(wasm: CentersWasm, { clusters, seeds, initialClustering }: StartWork, part: number): Points {
  const random = createRandom(seeds[part]);
  if (!initialClustering) return kMeansPlusPlus(wasm, clusters, random);
  if (part === 0) return initialClustering.centers;
  if (part % 2 === 0) return swapRandomCenter(wasm, initialClustering.centers, random);
  const order = centersByLeastLoss(initialClustering);
  return reseedCenter(wasm, initialClustering.centers, order[((part - 1) / 2) % order.length], random);
}

/** Moves a random center to a random row. */
function swapRandomCenter(wasm: CentersWasm, centers: Points, random: Random): Points {
  const values = centers.values.slice();
  values.set(wasm.rowOf(random.int(wasm.sizes.rows)), random.int(centers.count) * centers.width);
  return { ...centers, values };
}

/** Returns the centers sorted by what the inertia would grow by if their rows went to the nearest other center, the least first. */
function centersByLeastLoss({ centers: { count, width, values }, counts }: Pick<Clustering, "centers" | "counts">): number[] {
  const all = Array.from(Array(count).keys());
  const square = (a: number, b: number) =>
    a === b ? Number.POSITIVE_INFINITY : squaredDistance(values, a * width, values, b * width, width);
  const losses = all.map((a) => counts[a] * Math.min(...all.map((b) => square(a, b))));
  return all.sort((a, b) => losses[a] - losses[b]);
}
