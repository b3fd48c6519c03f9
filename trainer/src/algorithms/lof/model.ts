import type { Tree } from "../../numeric/neighbours/found.js";
import { otherPoints } from "../../numeric/neighbours/onnx-nearest.js";
import { OthersSearch } from "../../numeric/neighbours/others.js";
import { placesOf, treeOf } from "../../numeric/neighbours/tree.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import { densityAround, LEAST_DISTANCE } from "./density.js";

interface Learned {
  tree: Tree;
  neighbours: number;
  /** Distance of each point of the tree from its last neighbour. */
  reach: Float64Array;
  /** Local reachability density of each point. */
  density: Float64Array;
}

/** Scores are the neighbours' mean density as a multiple of the row's own. */
export function createLofModel({ tree, neighbours, reach, density }: Learned): FittedModel {
  const { points, axes } = tree;
  return {
    predict(x) {
      const search = new OthersSearch(tree, neighbours);
      const scores = new Float64Array(x.nrow);
      search.around(placesOf(x), [0, x.nrow], (distances, places, i) => {
        let sum = 0;
        for (let at = 0; at < neighbours; at++) sum += density[places[at]];
        scores[i] = sum / neighbours / densityAround(distances, places, reach);
      });
      return { scores };
    },
    express(graph, features) {
      const { places, squares } = otherPoints(graph, features, points, neighbours);
      const mean = (value: Value) => graph.node("ReduceMean", [value, graph.integers([1])], { keepdims: 1 });
      const of = (numbers: Float64Array) => graph.node("Gather", [graph.doubles(numbers), places], { axis: 0 });
      const reached = mean(graph.node("Max", [graph.node("Sqrt", [squares]), of(reach)]));
      return { scores: graph.node("Mul", [mean(of(density)), graph.node("Add", [reached, graph.doubles([LEAST_DISTANCE])])]) };
    },
    save: () =>
      packSections({
        settings: { algorithm: "LOF", width: points.width, neighbours },
        arrays: { points: points.values, axes, reach, density },
      }),
  };
}

/** Throws when the bytes are not those of a model. */
export function loadLofModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const [width, neighbours] = [settings.width, settings.neighbours].map(Number);
  const { points, axes, reach, density } = arrays;
  if (
    settings.algorithm !== "LOF" ||
    !(points instanceof Float64Array && axes instanceof Float64Array && reach instanceof Float64Array && density instanceof Float64Array) ||
    points.length !== reach.length * width ||
    !(neighbours < reach.length)
  ) {
    throw new Error("not a saved LOF model");
  }
  const tree = treeOf({ count: reach.length, width }, (into) => into.set(points), axes);
  return createLofModel({ tree, neighbours, reach, density });
}
