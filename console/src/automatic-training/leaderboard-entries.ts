/** Leaderboard of an automatic training: its ranking metrics and each model's rank. */
import type { MetricIntervals, MetricName, Metrics } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking/ranking";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { findsNoAnomaly } from "../models/ranking.js";

type BatchModel = AutoModelAnswer["models"][number];

export interface LeaderboardEntry
  extends Pick<BatchModel, "id" | "name" | "algorithms" | "status" | "tied" | "ended_early" | "earlier_rows" | "before_decision"> {
  /** Starts at 1; null until the model is trained, and for one with earlier rows. */
  rank: number | null;
  indicators: Metrics;
  intervals: MetricIntervals;
  /** Metrics of the trivial guess. */
  baseline: Metrics;
  baselineIntervals: MetricIntervals;
  /** 0 to 1. */
  progress: number;
  /** Why it failed. */
  reason: string | null;
  message: string | null;
}

type RankedBatch = Pick<AutoModelAnswer, "model_type" | "models" | "rank_by">;

/** Returns the models that have a rank, best first: the trained ones whose metrics are about the rows after the dataset's last change. */
export function rankedModels({ models }: Pick<AutoModelAnswer, "models">): BatchModel[] {
  return models.filter(hasRank);
}

const hasRank = ({ status, earlier_rows }: BatchModel): boolean => status === "success" && !earlier_rows;

/** Metrics that rank the models, most important first. Known anomalies, or forecasts, rank the models if one was judged by them. */
export function rankingMetrics({ model_type, rank_by, ...training }: RankedBatch): MetricName[] {
  if (model_type === null) return [];
  const models = rankedModels(training);
  const isKnown = (name: MetricName) => models.some(({ indicators }) => typeof indicators[name] === "number");
  const properties = { labelled: isKnown("true_positive"), series: isKnown("MASE"), noneFound: findsNoAnomaly({ models }) };
  return rankingCriteria(model_type, rank_by ?? undefined, properties).map(({ indicator }) => indicator);
}

/** Returns true if the first model in the server's order was chosen by log loss among several of about the same accuracy. */
export function isRankedByLogLoss({ model_type, rank_by, ...training }: RankedBatch): boolean {
  if (rank_by !== "recommended") return false;
  const [first, ...others] = rankedModels(training).map(({ indicators }) => indicators.Accuracy ?? 0);
  return model_type === "CLASSIFICATION" && first !== undefined && others.some((accuracy) => accuracy > first);
}

/** Returns true if the first forecast in the server's order was chosen because it was tried first among several of about the same MASE. */
export function isRankedByTrial({ model_type, rank_by, ...training }: RankedBatch): boolean {
  if (rank_by !== "recommended" || model_type !== "REGRESSION") return false;
  const [first, ...others] = rankedModels(training).map(({ indicators }) => indicators.MASE);
  return typeof first === "number" && others.some((error) => typeof error === "number" && error < first);
}

/**
 * Entries in the server's order, best first. `models` supplies what the training does not have: progress, the trivial guess and
 * the reason of a failure.
 */
export function leaderboardEntries(
  { models: members }: Pick<AutoModelAnswer, "models">,
  models: readonly ModelAnswer[],
): LeaderboardEntry[] {
  const modelsById = new Map(models.map((model) => [model.id, model]));
  let ranked = 0;
  return members.map((member) => {
    const { id, title, algorithms, status, indicators, earlier_rows, tied, ended_early, before_decision } = member;
    const model = modelsById.get(id);
    const isRanked = hasRank(member);
    if (isRanked) ranked += 1;
    return {
      id,
      // The model may have been renamed a moment ago.
      name: model?.title ?? title,
      algorithms,
      status,
      earlier_rows,
      tied,
      ended_early,
      before_decision: model?.before_decision ?? before_decision,
      rank: isRanked ? ranked : null,
      indicators,
      intervals: model?.intervals ?? {},
      baseline: model?.baseline ?? {},
      baselineIntervals: model?.baseline_intervals ?? {},
      progress: model?.progress ?? 0,
      reason: model?.reason ?? null,
      message: model?.message ?? null,
    };
  });
}
