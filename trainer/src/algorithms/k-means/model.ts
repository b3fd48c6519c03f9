import { nearestCenters } from "../../numeric/neighbours/center-search.js";
import { nearestPointIndex } from "../../numeric/neighbours/onnx-nearest.js";
import type { Points } from "../../numeric/points.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";

/** Predicts the nearest center, the first one on a tie. */
export function createKmeansModel(centers: Points): FittedModel {
  const nearest = nearestCenters(centers);
  return {
    predict: (x) => ({ clusters: nearest(x) }),
    toOnnx(graph, features) {
      return { clusters: nearestPointIndex(graph, features, centers) };
    },
    save: () => packSections({ settings: { algorithm: "k-means", width: centers.width }, arrays: { centers: centers.values } }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadKmeansModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = readSections(bytes, "k-means", { centers: Float64Array });
  const { centers } = arrays;
  const width = Number(settings.width);
  if (!(width > 0) || centers.length % width !== 0) throw new Error("not a whole k-means model");
  return createKmeansModel({ count: centers.length / width, width, values: centers });
}
