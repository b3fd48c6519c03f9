import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { forestFromSections, forestSections } from "../../numeric/trees/forest-sections.js";
import { sumOfTrees } from "../../numeric/trees/onnx.js";
import { addAnswers } from "../../numeric/trees/walk.js";
import type { FittedModel } from "../base/algorithm.js";

/** Scores lie between 0 and 1: 2 to the power of minus the mean path over the trees, as a share of `expectedPath`. */
export function isolationModel(forest: Forest, expectedPath: number): FittedModel {
  return {
    predict: (x) => ({ scores: scores(forest, expectedPath, x) }),
    express(graph, features) {
      const paths = sumOfTrees(graph, forest, { features, outputs: 1 }, (_tree, path) => [{ output: 0, share: path }]);
      const trees = forest.roots.length - 1;
      const exponents = graph.node("Mul", [paths, graph.doubles([-1 / trees / expectedPath])]);
      return { scores: graph.node("Pow", [graph.doubles([2]), exponents]) };
    },
    save: () => packSections({ settings: { model: "iForest", version: 1, expectedPath }, arrays: forestSections(forest) }),
  };
}

export function loadIsolationModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  if (settings.model !== "iForest" || settings.version !== 1) throw new Error("This is not an iForest model that this version can read");
  return isolationModel(forestFromSections(arrays), settings.expectedPath as number);
}

function scores(forest: Forest, expectedPath: number, x: Matrix): Float64Array {
  const paths = new Float64Array(x.nrow);
  addAnswers(forest, x, paths);
  const trees = forest.roots.length - 1;
  return paths.map((path) => 2 ** (-path / trees / expectedPath));
}
