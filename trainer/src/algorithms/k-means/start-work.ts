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
  /** The rows, in panels. */
  points: Float64Array;
  /** One for each clustering. */
  seeds: Uint32Array;
  /** A clustering to go on from instead of starts: as it is for the first one, for the others with one centre moved. */
  initialClustering?: Pick<Clustering, "centers" | "counts">;
}

/** What a start finds. It depends on its seed alone, so it is the same in whichever thread it is made. */
export const prepare: WorkerTask<StartWork, Clustering> = (work) => {
  const kernel = new CentersWasm({ rows: work.rows, width: work.width, centers: work.clusters });
  kernel.points.set(work.points);
  return (part) => lloyd(kernel, initialCenters(kernel, work, part), work);
};

function initialCenters(kernel: CentersWasm, { clusters, seeds, initialClustering }: StartWork, part: number): Points {
  const random = createRandom(seeds[part]);
  if (!initialClustering) return kMeansPlusPlus(kernel, clusters, random);
  if (part === 0) return initialClustering.centers;
  if (part % 2 === 0) return swapRandomCenter(kernel, initialClustering.centers, random);
  const order = centersByLeastLoss(initialClustering);
  return reseedCenter(kernel, initialClustering.centers, order[((part - 1) / 2) % order.length], random);
}

/** Any centre becomes any row. */
function swapRandomCenter(kernel: CentersWasm, centers: Points, random: Random): Points {
  const values = centers.values.slice();
  values.set(kernel.rowOf(random.int(kernel.sizes.rows)), random.int(centers.count) * centers.width);
  return { ...centers, values };
}

/** Centres by what their rows would lose if they went to the nearest other one, the least first. */
function centersByLeastLoss({ centers: { count, width, values }, counts }: Pick<Clustering, "centers" | "counts">): number[] {
  const all = Array.from(Array(count).keys());
  const square = (a: number, b: number) =>
    a === b ? Number.POSITIVE_INFINITY : squaredDistance(values, a * width, values, b * width, width);
  const losses = all.map((a) => counts[a] * Math.min(...all.map((b) => square(a, b))));
  return all.sort((a, b) => losses[a] - losses[b]);
}
