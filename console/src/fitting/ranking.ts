/** Which figure ranks the models of a type, and which way (specification, section 3: default ranking indicator). */
import { compareIndicators, type IndicatorName, type ModelType } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";

export const RANKING: Record<ModelType, { indicator: IndicatorName; better: "low" | "high" }> = {
  REGRESSION: { indicator: "RMSE", better: "low" },
  CLASSIFICATION: { indicator: "Accuracy", better: "high" },
  OCC: { indicator: "silhouette_score", better: "high" },
  CLUSTERING: { indicator: "CH_index", better: "high" },
};

/** Figures are shares: shown in per cent. */
export const SHARES: readonly IndicatorName[] = ["Accuracy", "true_positive", "contamination"];

export interface ModelGroup {
  key: string;
  type: ModelType;
  response: string | null;
  /** Best first, then those without figures, newest first. */
  models: ModelAnswer[];
}

/** Only models that answer the same question can be compared: one group for each type and target. */
export function groupModels(models: readonly ModelAnswer[]): ModelGroup[] {
  const groups = new Map<string, ModelGroup>();
  for (const model of models) {
    const key = `${model.model_type} ${model.response ?? ""}`;
    const group = groups.get(key) ?? { key, type: model.model_type, response: model.response, models: [] };
    group.models.push(model);
    groups.set(key, group);
  }
  for (const group of groups.values()) group.models.sort((a, b) => compare(group.type, a, b));
  return [...groups.values()];
}

export function rankingFigure(model: ModelAnswer): number | null {
  return model.indicators[RANKING[model.model_type].indicator] ?? null;
}

function compare(type: ModelType, a: ModelAnswer, b: ModelAnswer): number {
  const [x, y] = [rankingFigure(a), rankingFigure(b)];
  if (x === null || y === null) return x === y ? b.model_created_at.localeCompare(a.model_created_at) : x === null ? 1 : -1;
  if (x === y) return compareIndicators(type, a.indicators, b.indicators);
  return RANKING[type].better === "low" ? x - y : y - x;
}
