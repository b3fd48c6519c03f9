import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import { runParts } from "../../numeric/threads/pool.js";
import { type Bins, binColumns } from "../../numeric/trees/bins.js";
import type { SupervisedTarget } from "../../numeric/trees/supervised-target.js";
import { fitTargetScaling, standardise, type TargetScaling } from "../../numeric/trees/target-scaling.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { OwnParams } from "../base/with-class-weights.js";
import { type ForestWork, type GrownTree, prepare } from "./tree-work.js";

interface GrownForest {
  trees: GrownTree[];
  /** Regression only. */
  unit?: TargetScaling;
}

const TREES_PER_PART = 8;
/** Makes the square root of 49 give 7 columns, although it may be 6.999…. */
const ROUNDING = 1e-9;
/** Most bins of a column. With 256 bins accuracy on machine-failure-ai4i is lower by 0.0004 (mean of 20 seeds). */
const MAX_BINS = 1024;
/** Least work, in row visits, for which threads pay off: about 50 ms of one processor. */
const MIN_WORK_FOR_THREADS = 5_000_000;

/** Grows trees on bootstrap samples (Breiman 2001), on threads where the work pays for them. Rejects with the signal's reason. */
export async function fitForest(x: Matrix, target: SupervisedTarget, params: OwnParams<"RF">, context: FitContext): Promise<GrownForest> {
  const yieldToEventLoop = createYielder(context);
  const unit = target.kind === "number" ? fitTargetScaling(target.values) : undefined;
  const bins = await binColumns(x, MAX_BINS, yieldToEventLoop);
  const work = prepareWork(bins, unit === undefined ? target : { kind: "number", values: standardise(targetValues(target), unit) }, params);
  for (let t = 0; t < params.trees; t++) work.seeds[t] = context.random.fork(t).int(2 ** 32);
  const parts = Math.ceil(params.trees / work.partSize);
  const grown: GrownTree[][] = new Array(parts);
  let done = 0;
  const store = (part: number, trees: GrownTree[]) => {
    grown[part] = trees;
    context.progress(++done / parts);
  };
  if (x.nrow * Math.log2(x.nrow + 1) * work.columnsPerSplit * params.trees < MIN_WORK_FOR_THREADS) {
    const grow = prepare(work);
    for (let part = 0; part < parts; part++) {
      store(part, grow(part));
      const pending = yieldToEventLoop(done / parts);
      if (pending) await pending;
    }
  } else {
    const { signal } = context;
    const module = new URL("./tree-work.js", import.meta.url);
    await runParts({ module, input: work, parts, signal, done: (part, result) => store(part, result as GrownTree[]) });
  }
  return { trees: grown.flat(), unit };
}

function prepareWork(bins: Bins, target: SupervisedTarget, params: OwnParams<"RF">): ForestWork {
  const numbers = target.kind === "number";
  const share = numbers ? 1 / 3 : 1 / Math.sqrt(bins.ncol);
  return {
    bins,
    y: targetValues(target),
    labels: target.kind === "class" && target.labels.length > 2 ? target.labels.length : 0,
    minLeaf: params.minLeaf || (numbers ? 5 : 1),
    columnsPerSplit: Math.max(1, Math.floor((params.columnsPerSplit || share) * bins.ncol + ROUNDING)),
    maxDepth: params.maxDepth || Number.POSITIVE_INFINITY,
    seeds: new Uint32Array(params.trees),
    partSize: TREES_PER_PART,
  };
}

function targetValues(target: SupervisedTarget): Float64Array {
  return target.kind === "number" ? target.values : Float64Array.from(target.codes);
}
