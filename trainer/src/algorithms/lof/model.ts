import { clippedPoints, createIndex } from "../../numeric/neighbours/kd-tree.js";
import type { NeighbourIndex } from "../../numeric/neighbours/neighbour-index.js";
import { nearestOtherPoints } from "../../numeric/neighbours/onnx-nearest.js";
import { SelfExcludingSearch } from "../../numeric/neighbours/self-excluding-search.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import { localReachabilityDensity, MIN_REACHABILITY } from "./density.js";

interface LofState {
  tree: NeighbourIndex;
  neighbours: number;
  /** Distance of each point of the tree from its last neighbour. */
  reach: Float64Array;
  /** Local reachability density of each point of the tree. */
  density: Float64Array;
}

/** Scores are the neighbours' mean density divided by the row's own. */
export function createLofModel({ tree, neighbours, reach, density }: LofState): FittedModel {
  const { points, axes } = tree;
  return {
    predict(x) {
      const search = new SelfExcludingSearch(tree, neighbours);
      const scores = new Float64Array(x.nrow);
      search.visitNeighbours(clippedPoints(x), [0, x.nrow], (distances, places, from, i) => {
        let sum = 0;
        for (let at = from; at < from + neighbours; at++) sum += density[places[at]];
        scores[i] = sum / neighbours / localReachabilityDensity({ distances, places, from, count: neighbours }, reach);
      });
      return { scores };
    },
    toOnnx(graph, features) {
      const { indices, squaredDistances } = nearestOtherPoints(graph, features, points, neighbours);
      const mean = (value: Value) => graph.node("ReduceMean", [value, graph.int64s([1])], { keepdims: 1 });
      const ofNeighbours = (numbers: Float64Array) => graph.node("Gather", [graph.doubles(numbers), indices], { axis: 0 });
      const reached = mean(graph.node("Max", [graph.node("Sqrt", [squaredDistances]), ofNeighbours(reach)]));
      return { scores: graph.node("Mul", [mean(ofNeighbours(density)), graph.node("Add", [reached, graph.doubles([MIN_REACHABILITY])])]) };
    },
    save: () =>
      packSections({
        settings: { algorithm: "LOF", width: points.width, neighbours },
        arrays: { points: points.values, axes, reach, density },
      }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadLofModel(bytes: Uint8Array): FittedModel {
  const types = { points: Float64Array, axes: Float64Array, reach: Float64Array, density: Float64Array };
  const { settings, arrays } = readSections(bytes, "LOF", types);
  const { points, axes, reach, density } = arrays;
  const [width, neighbours] = [settings.width, settings.neighbours].map(Number);
  if (points.length !== reach.length * width || !(neighbours < reach.length)) throw new Error("not a whole LOF model");
  const tree = createIndex({ count: reach.length, width, neighbours: neighbours + 1 }, (into) => into.set(points), axes);
  return createLofModel({ tree, neighbours, reach, density });
}
