/** The leaderboard of an automatic training: what ranks its models, and where each stands. */
import type { IndicatorName, Indicators } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";

type BatchModel = AutoModelAnswer["models"][number];

export interface LeaderboardEntry extends Pick<BatchModel, "id" | "name" | "algorithms" | "status"> {
  /** From 1; null while it is not trained. */
  rank: number | null;
  indicators: Indicators;
  /** Of the trivial guess. */
  baseline: Indicators;
  /** 0 to 1. */
  progress: number;
  /** Why it failed. */
  reason: string | null;
  message: string | null;
}

/** The figures that decide, the first one first. Known anomalies decide where a model was judged by them. */
export function rankingMetrics({ model_type, models }: Pick<AutoModelAnswer, "model_type" | "models">): IndicatorName[] {
  if (model_type === null) return [];
  const labelled = models.some(({ indicators }) => typeof indicators.true_positive === "number");
  return rankingCriteria(model_type, labelled).map(({ indicator }) => indicator);
}

/** Whether the first model of the server's order is there for being the surest of several whose Accuracy is about the same. */
export function isRankedByLogLoss({ model_type, models }: Pick<AutoModelAnswer, "model_type" | "models">): boolean {
  const [first, ...others] = models.filter(({ status }) => status === "success").map(({ indicators }) => indicators.Accuracy ?? 0);
  return model_type === "CLASSIFICATION" && first !== undefined && others.some((accuracy) => accuracy > first);
}

/** In the server's order, the best first; `models` tell what the training does not: how far each is, the trivial guess, and why one failed. */
export function leaderboardEntries(
  { models: members }: Pick<AutoModelAnswer, "models">,
  models: readonly ModelAnswer[],
): LeaderboardEntry[] {
  const modelsById = new Map(models.map((model) => [model.id, model]));
  let ranked = 0;
  return members.map(({ id, name, algorithms, status, indicators }) => {
    const model = modelsById.get(id);
    if (status === "success") ranked += 1;
    return {
      id,
      // It may have been renamed a moment ago.
      name: model?.name ?? name,
      algorithms,
      status,
      rank: status === "success" ? ranked : null,
      indicators,
      baseline: model?.baseline ?? {},
      progress: model?.progress ?? 0,
      reason: model?.reason ?? null,
      message: model?.message ?? null,
    };
  });
}
