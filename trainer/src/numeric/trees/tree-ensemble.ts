import type { OnnxGraph, Value } from "../../onnx/graph.js";
import type { Forest } from "./forest.js";

/** Returns which outputs a leaf adds to, and how much, by its value. */
type LeafTargets = (tree: number, answer: number) => readonly { output: number; share: number }[];

/** Expresses the sums of the trees' leaf values as ONNX operators: n × outputs. */
export function treeEnsembleSum(
  graph: OnnxGraph,
  forest: Forest,
  { features, outputs }: { features: Value; outputs: number },
  sharesOf: LeafTargets,
): Value {
  const { roots, column, threshold, missingRight, left, ncol } = forest;
  const nodes = roots[roots.length - 1];
  const tree = new Int32Array(nodes);
  const id = new Int32Array(nodes);
  for (let t = 0; t + 1 < roots.length; t++)
    for (let n = roots[t]; n < roots[t + 1]; n++) {
      tree[n] = t;
      id[n] = n - roots[t];
    }
  const isLeaf = (n: number) => column[n] === ncol;
  const all = Array.from({ length: nodes }, (_, n) => n);
  const targets = all.filter(isLeaf).flatMap((n) => sharesOf(tree[n], threshold[n]).map((target) => ({ n, ...target })));
  const sums = graph.mlNode("TreeEnsembleRegressor", [features], {
    n_targets: outputs,
    aggregate_function: "SUM",
    nodes_treeids: [...tree],
    nodes_nodeids: [...id],
    nodes_featureids: all.map((n) => (isLeaf(n) ? 0 : column[n])),
    nodes_modes: all.map((n) => (isLeaf(n) ? "LEAF" : "BRANCH_LEQ")),
    nodes_values_as_tensor: { doubles: Float64Array.from(all, (n) => (isLeaf(n) ? 0 : threshold[n])) },
    // The true branch is the left one, for values up to the threshold.
    nodes_truenodeids: all.map((n) => (isLeaf(n) ? 0 : id[left[n]])),
    nodes_falsenodeids: all.map((n) => (isLeaf(n) ? 0 : id[left[n]] + 1)),
    nodes_missing_value_tracks_true: all.map((n) => (isLeaf(n) || missingRight[n] === 1 ? 0 : 1)),
    target_treeids: targets.map(({ n }) => tree[n]),
    target_nodeids: targets.map(({ n }) => id[n]),
    target_ids: targets.map(({ output }) => output),
    target_weights_as_tensor: { doubles: Float64Array.from(targets, ({ share }) => share) },
  });
  return graph.cast(sums, "double");
}
