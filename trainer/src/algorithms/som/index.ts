/**
 * Self-organizing map (Kohonen 1982) on a square of units, learned in batches (Kohonen 2013), from the plane of the first two
 * principal components. A map has many more units than there are clusters: as Vesanto and Alhoniemi (2000) propose, units are
 * grouped in their turn, each standing for the rows that are nearest to it: joined by Ward's method (1963), then moved to the
 * group whose mean is nearest. A row belongs to the cluster of its nearest unit, and a unit without rows to that of the
 * nearest unit with some. The largest cluster is the first. Nothing in it is random.
 *
 * Memory: a copy of the matrix, and the square of the units.
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import { requireSquarable } from "../../numeric/linear-algebra/finite.js";
import { createPace } from "../../numeric/pace.js";
import { pointsOf } from "../../numeric/points.js";
import type { Algorithm } from "../base/algorithm.js";
import { clustersOfUnits } from "./join-units.js";
import { learnMap } from "./learn-map.js";
import { createSomModel, loadSomModel } from "./model.js";

export const som: Algorithm<"SOM"> = {
  name: "SOM",
  tasks: ALGORITHMS.SOM.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: loadSomModel,
  async fit(x, _target, { clusters, side, epochs }, context) {
    if (x.ncol === 0 || x.nrow < clusters) {
      const message = `${clusters} clusters need as many rows and at least one column: there are ${x.nrow} rows and ${x.ncol} columns`;
      throw new InvalidInput("010515", { path: "clusters", message });
    }
    requireSquarable(x, "SOM");
    const pace = createPace(context);
    const { units, counts, sums } = await learnMap(x, pointsOf(x), { side, epochs }, pace);
    return createSomModel({ units, clusters: await clustersOfUnits(units, counts, sums, clusters, pace) });
  },
};
