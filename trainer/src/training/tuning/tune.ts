import type { ModelTuning, TuningParams } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { answeredClasses } from "../../evaluation/metrics/classification-metrics.js";
import { predictGraph } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Target } from "../../numeric/matrix.js";
import { innerFolds, rollingOriginFolds, takeDesign } from "../../numeric/split.js";
import { fitGraph } from "../fit/fit-graph.js";
import type { Plan } from "../plan/plan.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { TUNING_STREAMS } from "../random-streams.js";
import { type ParameterSetting, REQUESTED_SETTING, type SearchSpace, sampleSetting, withSetting } from "./search-space.js";
import { type FoldLoss, type HalvingResult, successiveHalving } from "./successive-halving.js";

/** Lower bound of probabilities, so that one certain mistake does not decide alone. */
const MIN_PROBABILITY = 1e-6;

export interface TuningResult {
  plan: Plan;
  report: ModelTuning;
}

/**
 * Searches for better parameters on these rows of the training set only. Each candidate is fitted on part of them and evaluated
 * on the rest. The same rows and seed give the same settings unless time runs out.
 */
export async function tune(
  trainingSet: TrainingSet,
  { rows, space }: { rows: Int32Array; space: SearchSpace },
  { seconds, candidates }: TuningParams,
  context: FitContext,
): Promise<TuningResult> {
  const table = takeRows(trainingSet.table, rows);
  const target = takeTarget(trainingSet.target, rows);
  const design = trainingSet.validation && takeDesign(trainingSet.validation.design, rows);
  const folds = trainingSet.plan.chronological
    ? rollingOriginFolds(rows.length)
    : innerFolds(target, rows.length, context.random.fork(TUNING_STREAMS.split), design);
  const settings = [
    REQUESTED_SETTING,
    ...Array.from({ length: candidates - 1 }, (_, i) => sampleSetting(space, context.random.fork(TUNING_STREAMS.candidate(i + 1)))),
  ];
  const end = performance.now() + 1000 * seconds;

  async function evaluateCandidate(candidate: number, fold: number): Promise<FoldLoss | undefined> {
    const left = end - performance.now();
    if (left <= 0) return undefined;
    const timeout = AbortSignal.timeout(Math.ceil(left));
    const { train, heldOut } = folds[fold];
    const part = {
      ...context,
      design: design && takeDesign(design, train),
      random: context.random.fork(TUNING_STREAMS.fit(fold, candidates)),
      signal: AbortSignal.any([context.signal, timeout]),
      progress: () => {},
      warnNotConverged: undefined,
    };
    try {
      const plan = withSetting(trainingSet.plan, settings[candidate]);
      const { graph } = await fitGraph(takeRows(table, train), takeTarget(target, train), plan, part);
      return foldLoss(predictGraph(graph, takeRows(table, heldOut)), takeTarget(target, heldOut));
    } catch (error) {
      context.signal.throwIfAborted();
      if (timeout.aborted) return undefined;
      throw error;
    }
  }

  const winner = await successiveHalving({ candidates, folds: folds.length, evaluate: evaluateCandidate, progress: context.progress });
  const best = settings[winner?.best.candidate ?? 0];
  return { plan: withSetting(trainingSet.plan, best), report: toTuningReport(trainingSet, { space, best }, winner) };
}

/** Returns the squared error of numbers; the share of wrong classes, or their mean cost, with the log loss as tie-breaker. */
function foldLoss({ values, probabilities }: ReturnType<typeof predictGraph>, target: Target): FoldLoss {
  if (target.kind === "number") {
    const { values: actual } = target;
    const squares = actual.reduce((sum, value, i) => sum + (value - (values?.[i] ?? Number.NaN)) ** 2, 0);
    return { loss: squares / actual.length, tieBreaker: 0, rows: actual.length };
  }
  if (target.kind === "none" || !probabilities) throw new Error("only a response can be tuned for");
  const { codes, labels } = target;
  const predicted = answeredClasses(target, probabilities);
  const costs = target.decision?.costs;
  let [wrong, logLoss] = [0, 0];
  codes.forEach((code, i) => {
    if (predicted[i] !== code) wrong += costs ? costs[code][predicted[i]] : 1;
    logLoss -= Math.log(Math.max(MIN_PROBABILITY, probabilities[i * labels.length + code]));
  });
  return { loss: wrong / codes.length, tieBreaker: logLoss / codes.length, rows: codes.length };
}

function toTuningReport(
  { plan, target }: TrainingSet,
  { space, best }: { space: SearchSpace; best: ParameterSetting },
  winner: HalvingResult | undefined,
): ModelTuning {
  const hasCosts = target.kind === "class" && target.decision !== undefined;
  const measure = target.kind === "number" ? "RMSE" : hasCosts ? "cost" : "Accuracy";
  const toScore = (loss: number | undefined) => {
    if (loss === undefined || !Number.isFinite(loss)) return null;
    if (measure === "cost") return loss;
    return measure === "RMSE" ? Math.sqrt(loss) : 1 - loss;
  };
  const nodes = plan.layers.flat().filter(({ id }) => space.has(id));
  return {
    measure,
    score: toScore(winner?.best.loss),
    default_score: toScore(winner?.requested.loss),
    candidates: winner?.tried ?? 0,
    fits: winner?.fits ?? 0,
    out_of_time: winner?.outOfTime ?? true,
    settings: nodes.map(({ id, algorithm, params }) => ({
      node: id,
      algorithm: algorithm.name,
      params:
        best.get(id) ?? Object.fromEntries(Object.keys(space.get(id) ?? {}).map((param) => [param, Number(Reflect.get(params, param))])),
    })),
  };
}
