import { createRandom } from "../../random.js";
import type { Prepare } from "../../threads/part.js";
import { CentersKernel } from "./kernel.js";
import { type Clustering, type LloydRule, lloyd } from "./lloyd.js";
import { seedCenters } from "./seeding.js";

export interface StartWork extends LloydRule {
  rows: number;
  width: number;
  clusters: number;
  /** The rows, in panels. */
  points: Float64Array;
  /** One a start. */
  seeds: Uint32Array;
}

/** What a start finds. It depends on its seed alone, so it is the same in whichever thread it is made. */
export const prepare: Prepare<StartWork, Clustering> = (work) => {
  const kernel = new CentersKernel({ rows: work.rows, width: work.width, centers: work.clusters });
  kernel.points.set(work.points);
  return (part) => lloyd(kernel, seedCenters(kernel, work.clusters, createRandom(work.seeds[part])), work);
};
