import { nearestCenters } from "../../numeric/neighbours/center-search.js";
import { nearestPointIndex } from "../../numeric/neighbours/onnx-nearest.js";
import type { Points } from "../../numeric/points.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";

interface SomState {
  units: Points;
  /** Cluster of each unit. */
  clusters: Int32Array;
}

/** Predicts the cluster of the nearest unit. */
export function createSomModel({ units, clusters }: SomState): FittedModel {
  const nearest = nearestCenters(units);
  return {
    predict: (x) => ({ clusters: nearest(x).map((unit) => clusters[unit]) }),
    toOnnx(graph, features) {
      const nearest = nearestPointIndex(graph, features, units);
      return { clusters: graph.node("Gather", [graph.cast(graph.doubles(clusters), "int64"), nearest], { axis: 0 }) };
    },
    save: () => packSections({ settings: { algorithm: "SOM" }, arrays: { units: units.values, clusters } }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadSomModel(bytes: Uint8Array): FittedModel {
  const { units, clusters } = readSections(bytes, "SOM", { units: Float64Array, clusters: Int32Array }).arrays;
  const width = units.length / clusters.length;
  if (!(width > 0) || !Number.isInteger(width)) throw new Error("not a whole SOM model");
  return createSomModel({ units: { count: clusters.length, width, values: units }, clusters });
}
