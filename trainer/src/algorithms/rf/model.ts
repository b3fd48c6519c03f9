import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { deserializeForest, serializeForest } from "../../numeric/trees/serialize-forest.js";
import { unscale } from "../../numeric/trees/target-scaling.js";
import { addLeafValues, visitLeafValues } from "../../numeric/trees/traverse.js";
import { treeEnsembleSum } from "../../numeric/trees/tree-ensemble.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import { explainForest } from "./explain.js";
import type { LeafKind } from "./leaves.js";

/**
 * Returns the forest as a model. Leaves of classes give class probabilities, leaves of numbers a value in the target's unit, and
 * others the probabilities of two classes.
 */
export function createForestModel(forest: Forest, leaves: LeafKind): FittedModel {
  return {
    predict: (x) => {
      if (leaves.kind === "class") return { probabilities: classProbabilities(forest, leaves, x) };
      const means = meanLeafValues(forest, x);
      if (leaves.kind === "number") return { values: means.map((mean) => unscale(mean, leaves.unit)) };
      return {
        probabilities: Float64Array.from({ length: 2 * means.length }, (_, p) => (p % 2 === 1 ? means[p >> 1] : 1 - means[p >> 1])),
      };
    },
    explain: explainForest(forest, leaves),
    toOnnx: (graph, features) => forestToOnnx(forest, leaves, graph, features),
    save: () => {
      const { mixtures, ...kind } = leaves.kind === "class" ? leaves : { ...leaves, mixtures: {} };
      return packSections({ settings: { model: "RF", version: 1, leaves: kind }, arrays: { ...serializeForest(forest), ...mixtures } });
    },
  };
}

/** Reads a saved random forest. Throws if the bytes are of another model or version. */
export function loadForestModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  if (settings.model !== "RF" || settings.version !== 1) throw new Error("This is not an RF model that this version can read");
  const kind = settings.leaves as Exclude<LeafKind, { kind: "class" }> | { kind: "class"; labels: number };
  const { start, label, share } = arrays;
  return createForestModel(deserializeForest(arrays), kind.kind === "class" ? { ...kind, mixtures: { start, label, share } } : kind);
}

function meanLeafValues(forest: Forest, x: Matrix): Float64Array {
  const sums = new Float64Array(x.nrow);
  addLeafValues(forest, x, sums);
  const trees = forest.roots.length - 1;
  return sums.map((sum) => sum / trees);
}

function classProbabilities(forest: Forest, { labels, mixtures }: Extract<LeafKind, { kind: "class" }>, x: Matrix): Float64Array {
  const { start, label, share } = mixtures;
  const sums = new Float64Array(x.nrow * labels);
  visitLeafValues(forest, x, (rows, answers, at) => {
    for (let i = 0; i < rows.count; i++) {
      const answer = answers[at + i];
      const row = (rows.start + i) * labels;
      if (answer < labels) sums[row + answer]++;
      else for (let e = start[answer - labels]; e < start[answer - labels + 1]; e++) sums[row + label[e]] += share[e];
    }
  });
  const trees = forest.roots.length - 1;
  return sums.map((sum) => sum / trees);
}

function forestToOnnx(forest: Forest, leaves: LeafKind, graph: OnnxGraph, features: Value): OnnxPrediction {
  const trees = graph.doubles([forest.roots.length - 1]);
  if (leaves.kind === "class") {
    const sums = treeEnsembleSum(graph, forest, { features, outputs: leaves.labels }, (_tree, answer) => leafClasses(leaves, answer));
    return { probabilities: graph.node("Div", [sums, trees]) };
  }
  const sums = treeEnsembleSum(graph, forest, { features, outputs: 1 }, (_tree, answer) => [{ output: 0, share: answer }]);
  const means = graph.node("Div", [sums, trees]);
  if (leaves.kind === "share") {
    return { probabilities: graph.node("Concat", [graph.node("Sub", [graph.doubles([1]), means]), means], { axis: 1 }) };
  }
  return { values: graph.unscale(means, leaves.unit) };
}

/** Returns a leaf's classes with their shares. */
function leafClasses({ labels, mixtures: { start, label, share } }: Extract<LeafKind, { kind: "class" }>, answer: number) {
  if (answer < labels) return [{ output: answer, share: 1 }];
  const [from, to] = [start[answer - labels], start[answer - labels + 1]];
  return Array.from({ length: to - from }, (_, e) => ({ output: label[from + e], share: share[from + e] }));
}
