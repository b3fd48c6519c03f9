import { type ModelTuning, type RankingCriterion, rankingCriteria, type TuningMeasure, type TuningParams } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { supervisedMetrics } from "../../evaluation/metrics/compute-metrics.js";
import { predictGraph } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Target } from "../../numeric/matrix.js";
import { innerFolds, takeSplitter } from "../../numeric/split.js";
import { rollingOriginFolds } from "../../numeric/time-ordered-folds.js";
import { TUNING_STREAMS } from "../context/random-streams.js";
import { fitGraph } from "../fit/fit-graph.js";
import type { Plan } from "../plan/plan.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { type ParameterSetting, REQUESTED_SETTING, type SearchSpace, sampleSetting, withSetting } from "./search-space.js";
import { type FoldLoss, type HalvingResult, successiveHalving } from "./successive-halving.js";

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
  { seconds, candidates, measure }: TuningParams,
  context: FitContext,
): Promise<TuningResult> {
  const table = takeRows(trainingSet.table, rows);
  const target = takeTarget(trainingSet.target, rows);
  const splitter = trainingSet.validation && takeSplitter(trainingSet.validation.splitter, rows);
  const folds = trainingSet.plan.chronological
    ? rollingOriginFolds(rows.length)
    : innerFolds(target, rows.length, context.random.fork(TUNING_STREAMS.split), splitter);
  const settings = [
    REQUESTED_SETTING,
    ...Array.from({ length: candidates - 1 }, (_, i) => sampleSetting(space, context.random.fork(TUNING_STREAMS.candidate(i + 1)))),
  ];
  const criterion = tuningCriterion(trainingSet, measure);
  const end = performance.now() + 1000 * seconds;

  async function evaluateCandidate(candidate: number, fold: number): Promise<FoldLoss | undefined> {
    const left = end - performance.now();
    if (left <= 0) return undefined;
    const timeout = AbortSignal.timeout(Math.ceil(left));
    const { train, heldOut } = folds[fold];
    const part = {
      ...context,
      splitter: splitter && takeSplitter(splitter, train),
      random: context.random.fork(TUNING_STREAMS.fit(fold, candidates)),
      signal: AbortSignal.any([context.signal, timeout]),
      progress: () => {},
      warnNotConverged: undefined,
    };
    try {
      const plan = withSetting(trainingSet.plan, settings[candidate]);
      const { graph } = await fitGraph({ table: takeRows(table, train), target: takeTarget(target, train) }, plan, part);
      return foldLoss(predictGraph(graph, takeRows(table, heldOut)), takeTarget(target, heldOut), criterion);
    } catch (error) {
      context.signal.throwIfAborted();
      if (timeout.aborted) return undefined;
      throw error;
    }
  }

  const winner = await successiveHalving({ candidates, folds: folds.length, evaluate: evaluateCandidate, progress: context.progress });
  const best = settings[winner?.best.candidate ?? 0];
  return { plan: withSetting(trainingSet.plan, best), report: toTuningReport(trainingSet.plan, { space, best, criterion }, winner) };
}

/**
 * Returns the figure that compares settings: the requested one, or else the cost if wrong answers have costs, or else the default of
 * the type.
 */
function tuningCriterion({ target }: TrainingSet, measure: TuningMeasure | undefined): RankingCriterion {
  if (target.kind === "none") throw new Error("only a response can be tuned for");
  const [type, byDefault] = target.kind === "number" ? (["REGRESSION", "RMSE"] as const) : (["CLASSIFICATION", "accuracy"] as const);
  const hasCosts = target.kind === "class" && target.decision !== undefined;
  return rankingCriteria(type, measure ?? (hasCosts ? "cost" : byDefault))[0]!;
}

/** Returns a loss with the log loss of classes as tie-breaker. Means over folds are of squared errors where the figure is RMSE. */
function foldLoss(prediction: ReturnType<typeof predictGraph>, target: Target, { indicator, best }: RankingCriterion): FoldLoss {
  if (target.kind === "none") throw new Error("only a response can be tuned for");
  const figures = supervisedMetrics(target, prediction)();
  const figure = figures[indicator] ?? Number.NaN;
  const loss = indicator === "RMSE" ? figure ** 2 : best === "lowest" ? figure : 1 - figure;
  return { loss, tieBreaker: figures.log_loss ?? 0, rows: target.kind === "number" ? target.values.length : target.codes.length };
}

function toTuningReport(
  plan: Plan,
  { space, best, criterion: { indicator, best: direction } }: { space: SearchSpace; best: ParameterSetting; criterion: RankingCriterion },
  winner: HalvingResult | undefined,
): ModelTuning {
  const toScore = (loss: number | undefined) => {
    if (loss === undefined || !Number.isFinite(loss)) return null;
    if (direction === "highest") return 1 - loss;
    return indicator === "RMSE" ? Math.sqrt(loss) : loss;
  };
  const nodes = plan.layers.flat().filter(({ id }) => space.has(id));
  return {
    measure: indicator,
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
