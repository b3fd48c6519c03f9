import { nearestOf } from "../../onnx/nearest.js";
import { packSections, unpackSections } from "../../trees/sections.js";
import type { FittedModel } from "../algorithm.js";
import { nearestCenter, type Points, pointsOf } from "./points.js";

/** Answers with the nearest centre, the first one on a tie. */
export function createKmeansModel(centers: Points): FittedModel {
  return {
    predict(x) {
      const points = pointsOf(x);
      const clusters = new Int32Array(points.count);
      for (let i = 0; i < points.count; i++) clusters[i] = nearestCenter(points, i, centers);
      return { clusters };
    },
    express(graph, features) {
      return { clusters: nearestOf(graph, features, centers) };
    },
    save: () => packSections({ settings: { algorithm: "k-means", width: centers.width }, arrays: { centers: centers.values } }),
  };
}

/** Throws when the bytes are not those of a model. */
export function loadKmeansModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const width = Number(settings.width);
  const { centers } = arrays;
  if (settings.algorithm !== "k-means" || !(centers instanceof Float64Array) || !(width > 0) || centers.length % width !== 0) {
    throw new Error("not a saved k-means model");
  }
  return createKmeansModel({ count: centers.length / width, width, values: centers });
}
