import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { forestFromSections, forestSections } from "../../numeric/trees/forest-sections.js";
import { sumOfTrees } from "../../numeric/trees/onnx.js";
import type { Unit } from "../../numeric/trees/unit.js";
import { addAnswers } from "../../numeric/trees/walk.js";
import type { OnnxAnswer, OnnxGraph, Value } from "../../onnx/graph.js";
import type { Answer, FittedModel } from "../base/algorithm.js";
import type { Boosted } from "./boosted.js";
import { explainBoosted } from "./explain.js";
import { softmax } from "./loss.js";

export function boostedModel(boosted: Boosted): FittedModel {
  const { forest, base, unit } = boosted;
  return {
    predict: (x) => {
      const margins = addTrees(forest, base, x);
      return unit === undefined ? { probabilities: probabilities(margins, base.length) } : numbers(margins, unit);
    },
    explain: explainBoosted(boosted),
    express: (graph, features) => expressBoosted(boosted, graph, features),
    save: () => packSections({ settings: { model: "XGB", version: 1, unit }, arrays: { ...forestSections(forest), base } }),
  };
}

export function loadBoosted(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  if (settings.model !== "XGB" || settings.version !== 1) throw new Error("This is not an XGB model that this version can read");
  return boostedModel({ forest: forestFromSections(arrays), base: arrays.base as Float64Array, unit: settings.unit as Unit | undefined });
}

function addTrees(forest: Forest, base: Float64Array, x: Matrix): Float64Array {
  const outputs = base.length;
  const margins = new Float64Array(x.nrow * outputs);
  for (let p = 0; p < margins.length; p++) margins[p] = base[p % outputs];
  addAnswers(forest, x, margins, outputs);
  return margins;
}

function numbers(margins: Float64Array, { center, scale }: Unit): Answer {
  return { values: margins.map((margin) => center + scale * margin) };
}

/** One margin a row is that of the second of two classes. */
function probabilities(margins: Float64Array, outputs: number): Float64Array {
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

function expressBoosted({ forest, base, unit }: Boosted, graph: OnnxGraph, features: Value): OnnxAnswer {
  const outputs = base.length;
  const sums = sumOfTrees(graph, forest, { features, outputs }, (tree, answer) => [{ output: tree % outputs, share: answer }]);
  const margins = graph.node("Add", [sums, graph.doubles(base, [1, outputs])]);
  if (unit) return { values: graph.node("Add", [graph.node("Mul", [margins, graph.doubles([unit.scale])]), graph.doubles([unit.center])]) };
  if (outputs > 1) return { probabilities: graph.node("Softmax", [margins], { axis: 1 }) };
  const second = graph.node("Sigmoid", [margins]);
  return { probabilities: graph.node("Concat", [graph.node("Sub", [graph.doubles([1]), second]), second], { axis: 1 }) };
}
