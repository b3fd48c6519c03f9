/** The metric that ranks the models of each type, and its direction (specification, section 3: default ranking indicator). */
import type { IndicatorName, ModelType } from "@agatha/contracts";
import { rankingCriteria, rankModels } from "@agatha/contracts/ranking/ranking";
import type { ModelAnswer } from "@agatha/contracts/wire";

/** Metrics that are shares, shown in per cent. */
export const PERCENT_METRICS: readonly IndicatorName[] = ["Accuracy", "true_positive", "contamination"];

export interface ModelGroup {
  key: string;
  type: ModelType;
  response: string | null;
  /** Best first, then those without metrics, newest first. */
  models: ModelAnswer[];
}

/** Groups models by type and target. Only models that answer the same question can be compared. */
export function groupByTarget(models: readonly ModelAnswer[]): ModelGroup[] {
  const groups = new Map<string, ModelGroup>();
  for (const model of models) {
    const key = `${model.model_type} ${model.response ?? ""}`;
    const group = groups.get(key) ?? { key, type: model.model_type, response: model.response, models: [] };
    group.models.push(model);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, models: sortByRank(group) }));
}

export type RankedModel = Pick<ModelAnswer, "model_type" | "indicators">;

/** The metric that ranks a model among others of its group; null before it has one. */
export function rankingMetric({ model_type, indicators }: RankedModel): { indicator: IndicatorName; value: number } | null {
  const [first] = rankingCriteria(model_type, indicators.true_positive != null, undefined, indicators.MASE != null);
  const value = first && indicators[first.indicator];
  return value == null ? null : { indicator: first!.indicator, value };
}

function sortByRank({ type, models }: ModelGroup): ModelAnswer[] {
  const judged = models.filter((model) => rankingMetric(model) !== null);
  const others = models.filter((model) => rankingMetric(model) === null);
  const newestFirst = others.sort((a, b) => b.model_created_at.localeCompare(a.model_created_at));
  return [
    ...rankModels(type, judged, ({ indicators, held_out_rows }) => ({ indicators, heldOutRows: held_out_rows ?? 0 })),
    ...newestFirst,
  ];
}
