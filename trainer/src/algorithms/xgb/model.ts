import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { softmax } from "../../numeric/softmax.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { deserializeForest, serializeForest } from "../../numeric/trees/serialize-forest.js";
import { type TargetScaling, unscaleAll } from "../../numeric/trees/target-scaling.js";
import { addLeafValues } from "../../numeric/trees/traverse.js";
import { treeEnsembleSum } from "../../numeric/trees/tree-ensemble.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import type { BoostedModel } from "./boosted-model.js";
import { explainBoosted } from "./explain.js";

/** Returns the boosted trees as a model: class probabilities without a `unit`, and otherwise values in the target's unit. */
export function createBoostedModel(boosted: BoostedModel): FittedModel {
  const { forest, base, unit } = boosted;
  return {
    predict: (x) => {
      const margins = marginsOf(forest, base, x);
      return unit === undefined ? { probabilities: toProbabilities(margins, base.length) } : { values: unscaleAll(margins, unit) };
    },
    explain: explainBoosted(boosted),
    toOnnx: (graph, features) => boostedToOnnx(boosted, graph, features),
    save: () => packSections({ settings: { model: "XGB", version: 1, unit }, arrays: { ...serializeForest(forest), base } }),
  };
}

/** Reads saved boosted trees. Throws if the bytes are of another model or version. */
export function loadBoostedModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  if (settings.model !== "XGB" || settings.version !== 1) throw new Error("This is not an XGB model that this version can read");
  return createBoostedModel({
    forest: deserializeForest(arrays),
    base: arrays.base as Float64Array,
    unit: settings.unit as TargetScaling | undefined,
  });
}

function marginsOf(forest: Forest, base: Float64Array, x: Matrix): Float64Array {
  const outputs = base.length;
  const margins = new Float64Array(x.nrow * outputs);
  for (let at = 0; at < margins.length; at += outputs) {
    for (let k = 0; k < outputs; k++) margins[at + k] = base[k];
  }
  addLeafValues(forest, x, margins, outputs);
  return margins;
}

/** Returns probabilities. A single margin is that of the second of two classes. */
function toProbabilities(margins: Float64Array, outputs: number): Float64Array {
  if (outputs > 1) {
    const shares = new Float64Array(outputs);
    for (let at = 0; at < margins.length; at += outputs) {
      softmax(margins, at, 1, shares);
      margins.set(shares, at);
    }
    return margins;
  }
  const pairs = new Float64Array(2 * margins.length);
  for (let i = 0; i < margins.length; i++) {
    const second = 1 / (1 + Math.exp(-margins[i]));
    pairs[2 * i] = 1 - second;
    pairs[2 * i + 1] = second;
  }
  return pairs;
}

function boostedToOnnx({ forest, base, unit }: BoostedModel, graph: OnnxGraph, features: Value): OnnxPrediction {
  const outputs = base.length;
  const sums = treeEnsembleSum(graph, forest, { features, outputs }, (tree, answer) => [{ output: tree % outputs, share: answer }]);
  const margins = graph.node("Add", [sums, graph.doubles(base, [1, outputs])]);
  if (unit) return { values: graph.unscale(margins, unit) };
  if (outputs > 1) return { probabilities: graph.node("Softmax", [margins], { axis: 1 }) };
  const second = graph.node("Sigmoid", [margins]);
  return { probabilities: graph.node("Concat", [graph.node("Sub", [graph.doubles([1]), second]), second], { axis: 1 }) };
}
