/**
 * Self-organizing map (Kohonen 1982) on a square of units, trained in batches (Kohonen 2013), starting from the plane of the
 * first two principal components. A map has many more units than there are clusters, so the units are clustered in turn, as
 * Vesanto and Alhoniemi (2000) propose. Each unit stands for the rows that are nearest to it. Units are merged by Ward's method
 * (1963), then moved to the group whose mean is nearest. A row belongs to the cluster of its nearest unit, and a unit without
 * rows to that of the nearest unit with rows. The largest cluster comes first. The fit uses no random numbers.
 *
 * Memory: a copy of the matrix, and the square of the units.
 */
import { ALGORITHMS, ERRORS, InvalidInput, pluralize } from "@agatha/contracts";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createSomModel, loadSomModel } from "./model.js";
import { trainMap } from "./train-map.js";
import { clusterUnits } from "./ward-clustering.js";

export const som: Algorithm<"SOM"> = {
  name: "SOM",
  modelTypes: ALGORITHMS.SOM.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadSomModel,
  async fit(x, _target, { clusters, side, epochs }, context) {
    if (x.ncol === 0 || x.nrow < clusters) {
      const message = `${clusters} clusters need as many rows and at least one column: they are ${pluralize(x.nrow, "row")} and ${pluralize(x.ncol, "column")}`;
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "clusters", message });
    }
    requireBoundedMagnitude(x, "SOM");
    const yieldToEventLoop = createYielder(context);
    const map = await trainMap(x, { side, epochs }, yieldToEventLoop);
    return createSomModel({ units: map.units, clusters: await clusterUnits(map, clusters, yieldToEventLoop) });
  },
};
