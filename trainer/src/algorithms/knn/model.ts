import { clippedPoints, createIndex } from "../../numeric/neighbours/kd-tree.js";
import type { NeighbourIndex } from "../../numeric/neighbours/neighbour-index.js";
import { NeighbourSearch } from "../../numeric/neighbours/neighbour-search.js";
import { nearestPoints } from "../../numeric/neighbours/onnx-nearest.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";

interface KnnState {
  tree(): NeighbourIndex;
  /** Target value or class of each point of the tree. */
  answers: Float64Array;
  /** Number of labels; 0 for regression. */
  labels: number;
  neighbours: number;
  distancePower: number;
}

/**
 * Returns the learned points as a model. It predicts from the nearest points, weighted by distance: the mean of their values, or
 * the weight of each class.
 */
export function createKnnModel(learned: KnnState): FittedModel {
  const { answers, labels, neighbours, distancePower } = learned;
  return {
    predict(x) {
      const search = new NeighbourSearch(learned.tree(), neighbours);
      const weights = new Float64Array(neighbours);
      const perRow = Math.max(1, labels);
      const predictions = new Float64Array(x.nrow * perRow);
      search.visitNeighbours(clippedPoints(x), [0, x.nrow], (squares, places, from, i) => {
        distanceWeights(squares, from, distancePower, weights);
        for (let at = 0; at < neighbours; at++) {
          const answer = answers[places[from + at]];
          if (labels > 0) predictions[i * perRow + answer] += weights[at];
          else predictions[i] += weights[at] * answer;
        }
      });
      return labels > 0 ? { probabilities: predictions } : { values: predictions };
    },
    toOnnx: (graph, features) => neighboursToOnnx(learned, graph, features),
    save() {
      const { points, axes } = learned.tree();
      return packSections({
        settings: { algorithm: "KNN", width: points.width, labels, neighbours, distancePower },
        arrays: { points: points.values, axes, answers },
      });
    },
  };
}

/** Computes weights that sum to 1. Points at distance 0 take all the weight, unless `distancePower` is 0. */
function distanceWeights(squares: Float64Array, from: number, distancePower: number, into: Float64Array): void {
  const nearest = squares[from];
  let sum = 0;
  for (let at = 0; at < into.length; at++) {
    const share = squares[from + at] === nearest ? 1 : nearest / squares[from + at];
    into[at] = distancePower === 0 ? 1 : share ** (distancePower / 2);
    sum += into[at];
  }
  for (let at = 0; at < into.length; at++) into[at] /= sum;
}

function neighboursToOnnx(
  { tree, answers, labels, neighbours, distancePower }: KnnState,
  graph: OnnxGraph,
  features: Value,
): OnnxPrediction {
  const { indices, squaredDistances } = nearestPoints(graph, features, tree().points, neighbours);
  const along = graph.int64s([1]);
  const nearest = graph.node("ReduceMin", [squaredDistances, along], { keepdims: 1 });
  const one = graph.doubles([1]);
  const shares = graph.node("Where", [
    graph.node("Equal", [squaredDistances, nearest]),
    one,
    graph.node("Div", [nearest, squaredDistances]),
  ]);
  const powers = graph.node("Pow", [shares, graph.doubles([distancePower / 2])]);
  const weights = graph.node("Div", [powers, graph.node("ReduceSum", [powers, along], { keepdims: 1 })]);
  const neighbourAnswers = graph.node("Gather", [graph.doubles(answers), indices], { axis: 0 });
  if (labels === 0) {
    return { values: graph.node("ReduceSum", [graph.node("Mul", [weights, neighbourAnswers]), along], { keepdims: 1 }) };
  }
  const last = graph.int64s([2]);
  const codes = graph.doubles(Float64Array.from({ length: labels }, (_, code) => code));
  const isLabel = graph.cast(graph.node("Equal", [graph.node("Unsqueeze", [neighbourAnswers, last]), codes]), "double");
  const votes = graph.node("Mul", [graph.node("Unsqueeze", [weights, last]), isLabel]);
  return { probabilities: graph.node("ReduceSum", [votes, along], { keepdims: 0 }) };
}

/** Throws when the bytes are not a saved model. */
export function loadKnnModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = readSections(bytes, "KNN", { points: Float64Array, axes: Float64Array, answers: Float64Array });
  const { points, axes, answers } = arrays;
  const [width, labels, neighbours, distancePower] = [settings.width, settings.labels, settings.neighbours, settings.distancePower].map(
    Number,
  );
  if (points.length !== answers.length * width || !(neighbours <= answers.length)) throw new Error("not a whole KNN model");
  const tree = createIndex({ count: answers.length, width, neighbours }, (into) => into.set(points), axes);
  return createKnnModel({ tree: () => tree, answers, labels, neighbours, distancePower });
}
