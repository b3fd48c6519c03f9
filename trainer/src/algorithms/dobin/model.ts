import { clippedPoints, createIndex } from "../../numeric/neighbours/kd-tree.js";
import type { NeighbourIndex } from "../../numeric/neighbours/neighbour-index.js";
import { nearestOtherPoints } from "../../numeric/neighbours/onnx-nearest.js";
import { SelfExcludingSearch } from "../../numeric/neighbours/self-excluding-search.js";
import { type Basis, rotationTo, rotationToOnnx } from "../../numeric/rotations/basis.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";

interface DobinState {
  basis: Basis;
  /** Training rows in the basis. */
  tree: NeighbourIndex;
  neighbours: number;
}

/** Scores are distances to the last of the neighbours. */
export function createDobinModel({ basis, tree, neighbours }: DobinState): FittedModel {
  const { points, axes } = tree;
  const rotate = rotationTo(basis);
  return {
    predict(x) {
      const places = clippedPoints(rotate(x));
      const search = new SelfExcludingSearch(tree, neighbours);
      const scores = new Float64Array(x.nrow);
      search.visitNeighbours(places, [0, x.nrow], (distances, _places, from, i) => {
        scores[i] = distances[from + neighbours - 1];
      });
      return { scores };
    },
    toOnnx(graph, features) {
      const { squaredDistances } = nearestOtherPoints(graph, rotationToOnnx(basis, graph, features), points, neighbours);
      return { scores: graph.node("Sqrt", [graph.node("ReduceMax", [squaredDistances, graph.int64s([1])], { keepdims: 1 })]) };
    },
    save: () => packSections({ settings: { algorithm: "Dobin", neighbours }, arrays: { ...basis, points: points.values, axes } }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadDobinModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = readSections(bytes, "Dobin", { center: Float64Array, directions: Float64Array, points: Float64Array });
  const { center, directions, points } = arrays;
  const neighbours = Number(settings.neighbours);
  const width = directions.length / center.length;
  const count = points.length / width;
  if (!Number.isInteger(width) || !Number.isInteger(count) || !(neighbours > 0 && neighbours < count))
    throw new Error("not a whole Dobin model");
  // Models of earlier versions have no axes.
  const axes = arrays.axes instanceof Float64Array ? arrays.axes : undefined;
  const tree = createIndex({ count, width, neighbours: neighbours + 1 }, (into) => into.set(points), axes);
  return createDobinModel({ basis: { center, directions }, tree, neighbours });
}
