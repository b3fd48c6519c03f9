import type { Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { appendColumns, type Graph, type GraphNode, outputColumns, predictNode } from "../../model/artifact/graph.js";
import type { Split } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import type { Plan } from "../plan/plan.js";
import { limitsOf } from "../plan/response-limits.js";
import { takeTarget } from "../plan/target.js";
import { fitNode, type LayerOutputs, type Samples, withDerivedColumns } from "./fit-graph.js";
import { mergePrediction } from "./merge-prediction.js";

interface CrossFit {
  /** Graph of each fold in `folds`, fitted without the fold's held-out rows. */
  graphs: Graph[];
  /** Predictions of all rows, each by the models that have not seen it. */
  outOfFold: LayerOutputs;
}

/**
 * Fits all layers once for each fold. A later layer learns from the predictions that the models of all folds make of their own
 * held-out rows. Nested folds would fit each node once for each pair of folds (docs/decisions/103). The folds, with the others, hold
 * out each row once. Clusters and scores of outliers cannot be predicted in this way, since those of two fits do not correspond.
 */
export async function crossFit(samples: Samples, plan: Plan, split: Split, context: FitContext): Promise<CrossFit> {
  const { table, target } = samples;
  const allFolds = [...split.folds, ...(split.otherFolds ?? [])];
  const labels = target.kind === "class" ? target.labels : [];
  const layers: GraphNode[][][] = split.folds.map(() => []);
  const outOfFold: LayerOutputs[number][] = [];
  const contexts = createCrossFitContexts(plan, { folds: split.folds.length, allFolds: allFolds.length }, context);
  let seen: Table = table;
  for (const [l, plannedLayer] of plan.layers.entries()) {
    const isLast = l === plan.layers.length - 1;
    const derived = seen.columns.slice(table.columns.length).map(({ name }) => name);
    const merged = plannedLayer.map((): Prediction => ({}));
    for (const [f, { train, heldOut }] of (isLast ? split.folds : allFolds).entries()) {
      const part: Samples = { table: takeRows(seen, train), target: takeTarget(target, train) };
      const layer: GraphNode[] = [];
      for (const planned of plannedLayer) {
        const { node } = await fitNode(withDerivedColumns(planned, derived), part, contexts.next(f));
        layer.push(node);
      }
      layers[f]?.push(layer);
      if (isLast) continue;
      const asked = takeRows(seen, heldOut);
      for (const [n, node] of layer.entries()) mergePrediction(merged[n], predictNode(node, asked), heldOut, table.nrow);
    }
    if (isLast) break;
    outOfFold.push(plannedLayer.flatMap((planned, n) => outputColumns(planned, labels, merged[n])));
    seen = appendColumns(seen, outOfFold[l]);
  }
  const limitsOfFold = (f: number) => limitsOf(plan, takeTarget(target, split.folds[f].train));
  return { graphs: layers.map((each, f) => ({ layers: each, labels, ...limitsOfFold(f) })), outOfFold };
}

/** Creates the contexts of the fits. Each fit of a fold has its own random numbers and its share of the progress. */
function createCrossFitContexts(plan: Plan, { folds, allFolds }: { folds: number; allFolds: number }, context: FitContext) {
  const nodes = plan.layers.flat().length;
  const lastNodes = plan.layers[plan.layers.length - 1].length;
  const total = allFolds * (nodes - lastNodes) + folds * lastNodes;
  const randoms = Array.from({ length: allFolds }, (_, f) => context.random.fork(FOLD_STREAMS.fit(f)));
  const fits = new Int32Array(allFolds);
  let begun = 0;
  return {
    next(fold: number): FitContext {
      const index = begun++;
      return {
        ...context,
        random: randoms[fold].fork(fits[fold]++),
        progress: (done) => context.progress((index + done) / total),
      };
    },
  };
}
