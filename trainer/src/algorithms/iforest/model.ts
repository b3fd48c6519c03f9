import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { deserializeForest, serializeForest } from "../../numeric/trees/serialize-forest.js";
import { addLeafValues } from "../../numeric/trees/traverse.js";
import { treeEnsembleSum } from "../../numeric/trees/tree-ensemble.js";
import type { FittedModel } from "../base/algorithm.js";

/** Scores lie between 0 and 1: 2 to the power of −(mean path length over the trees ÷ `expectedPath`). */
export function createIsolationForestModel(forest: Forest, expectedPath: number): FittedModel {
  return {
    predict: (x) => ({ scores: anomalyScores(forest, expectedPath, x) }),
    toOnnx(graph, features) {
      const paths = treeEnsembleSum(graph, forest, { features, outputs: 1 }, (_tree, path) => [{ output: 0, share: path }]);
      const trees = forest.roots.length - 1;
      const exponents = graph.node("Mul", [paths, graph.doubles([-1 / trees / expectedPath])]);
      return { scores: graph.node("Pow", [graph.doubles([2]), exponents]) };
    },
    save: () => packSections({ settings: { model: "iForest", version: 1, expectedPath }, arrays: serializeForest(forest) }),
  };
}

/** Reads a saved isolation forest. Throws if the bytes are of another model or version. */
export function loadIsolationForestModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  if (settings.model !== "iForest" || settings.version !== 1) throw new Error("This is not an iForest model that this version can read");
  return createIsolationForestModel(deserializeForest(arrays), settings.expectedPath as number);
}

function anomalyScores(forest: Forest, expectedPath: number, x: Matrix): Float64Array {
  const paths = new Float64Array(x.nrow);
  addLeafValues(forest, x, paths);
  const trees = forest.roots.length - 1;
  return paths.map((path) => 2 ** (-path / trees / expectedPath));
}
