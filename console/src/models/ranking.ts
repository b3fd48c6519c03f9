/** Which models of a dataset can be ranked, and which of them is the best: by the rule of their automatic training. */
import type { MetricName, ModelType, RankBy } from "@agatha/contracts";
import { preferenceOf } from "@agatha/contracts/automatic-training/algorithm-traits";
import { seriesNameColumns } from "@agatha/contracts/model-rules/model-inputs";
import { compareChosenWithBaseline } from "@agatha/contracts/ranking/baseline-comparison";
import { heldOutKey } from "@agatha/contracts/ranking/held-out-key";
import { type RankingCriterion, rankingCriteria, rankModels } from "@agatha/contracts/ranking/ranking";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";

/** Metrics that are shares, shown in per cent. */
export const PERCENT_METRICS: readonly MetricName[] = ["Accuracy", "true_positive", "contamination"];

/** What an automatic training says about the rank of its models. */
export type RankingTraining = Pick<AutoModelAnswer, "models" | "rank_by" | "model_id" | "expected">;

/** How models are ranked. */
export interface RankingBasis {
  rankBy: RankBy;
  /** Of findsNoAnomaly. */
  noneFound: boolean;
}

/** Models that learned from the same rows, have the same costs of errors and are judged by the same held-out rows, the best first. */
export interface RankedModels {
  /** Rows of the dataset as it was read last, what an edit history left of them, or rows of the dataset before it was read anew. */
  rows: "file" | "edited" | "earlier";
  /** Which rows were held out; null where it is not known. */
  heldOutBy: ModelAnswer["held_out_by"];
  errorCosts: ModelAnswer["error_costs"];
  /** Periods ahead of a forecast; null for other models. */
  horizon: number | null;
  basis: RankingBasis;
  /** The training whose rule ranks them; undefined where no training made one of them. */
  training: RankingTraining | undefined;
  models: ModelAnswer[];
}

export interface ModelGroup {
  key: string;
  type: ModelType;
  response: string | null;
  /** By the rows that the models learned from and those that were held out; those with the newest model first. */
  ranked: RankedModels[];
  /** Models without metrics, newest first. */
  others: ModelAnswer[];
}

/**
 * Groups models by type and target. Only models that answer the same question, learned from the same rows and are judged by the same
 * held-out ones are ranked together: figures of new groups are no figures of any rows, nor those of tomorrow of next year. Costs of
 * wrong answers are the same too, since others have another unit. Models are ranked as the first of the trainings that made one of
 * them ranks its own, so that its leaderboard names the same best model. Without a training, costs rank the models that have some.
 */
export function groupByTarget(models: readonly ModelAnswer[], trainings: readonly RankingTraining[] = []): ModelGroup[] {
  return [...groupBy(models, ({ model_type, response }) => `${model_type} ${response ?? ""}`)].map(([key, group]) => {
    const { model_type: type, response } = group[0]!;
    const others = group.filter((model) => rankingMetric(model) === null).sort(newestFirst);
    return { key, type, response, ranked: rankByRows(group, trainings), others };
  });
}

/** All models of a group, in the order in which lists show them. */
export const modelsOf = ({ ranked, others }: ModelGroup): ModelAnswer[] => [...ranked.flatMap(({ models }) => models), ...others];

/** The best of several models; null for a single one, and where the first is no better than the baseline. */
export function bestOf({ models: [first, ...others], training }: RankedModels): ModelAnswer | null {
  if (first === undefined || others.length === 0 || isNoBetterThanGuess(first, training)) return null;
  return first;
}

/** Returns true for a model that is no better than the trivial guess. The best of a training is judged by the figure to expect of it. */
export function isNoBetterThanGuess(model: ModelAnswer, training: Pick<RankingTraining, "model_id" | "expected"> | undefined): boolean {
  const expected = training?.model_id === model.id ? training.expected : null;
  return compareChosenWithBaseline({ ...model, type: model.model_type }, expected) === "worse";
}

/** Returns whether no model is behind another with a worse ranking metric than its own. */
export function isByShownMetric({ models, basis }: Pick<RankedModels, "models" | "basis">): boolean {
  return models.every((model, i) => {
    const before = models[i - 1];
    const [shown, first] = [rankingMetric(model, basis), before && rankingMetric(before, basis)];
    if (!shown || !first) return true;
    return isLowestBest(model, basis, shown.indicator) ? first.value <= shown.value : first.value >= shown.value;
  });
}

function isLowestBest(model: RankedModel, basis: RankingBasis, indicator: MetricName): boolean {
  return criteriaOf(model, basis).some((one) => one.indicator === indicator && one.best === "lowest");
}

/** Returns true if anomalies are known, and no trained model flags any of them: they are ranked by their scores alone. */
export function findsNoAnomaly({ models }: { models: readonly Pick<ModelAnswer, "indicators">[] }): boolean {
  const shares = models.flatMap(({ indicators: { true_positive } }) => (typeof true_positive === "number" ? [true_positive] : []));
  return shares.length > 0 && shares.every((share) => share === 0);
}

export type RankedModel = Pick<ModelAnswer, "model_type" | "indicators">;

const RECOMMENDED: RankingBasis = { rankBy: "recommended", noneFound: false };

/** The metric that ranks a model among others of its group; null before it has one. */
export function rankingMetric(model: RankedModel, basis = RECOMMENDED): { indicator: MetricName; value: number } | null {
  const [first] = criteriaOf(model, basis);
  const value = first && model.indicators[first.indicator];
  return value == null ? null : { indicator: first!.indicator, value };
}

const criteriaOf = ({ model_type, indicators }: RankedModel, { rankBy, noneFound }: RankingBasis): RankingCriterion[] =>
  rankingCriteria(model_type, rankBy, {
    labelled: indicators.true_positive != null,
    series: indicators.MASE != null,
    noneFound: noneFound && indicators.roc_auc != null,
  });

function rankByRows(group: readonly ModelAnswer[], trainings: readonly RankingTraining[]): RankedModels[] {
  const newest = group.filter((model) => rankingMetric(model) !== null).sort(newestFirst);
  return [...groupBy(newest, rowsKey).values()].map((models) => {
    const [first] = models as [ModelAnswer];
    const training = trainings.find((one) => one.rank_by !== null && one.models.some(({ id }) => models.some((model) => model.id === id)));
    const rankBy = training?.rank_by ?? (first.error_costs ? "cost" : "recommended");
    const isEarlier = first.rows_fingerprint !== newest[0]?.rows_fingerprint;
    return {
      rows: isEarlier ? "earlier" : first.edit_steps === null ? "file" : "edited",
      heldOutBy: first.held_out_by,
      errorCosts: first.error_costs,
      horizon: horizonOf(first),
      basis: { rankBy, noneFound: findsNoAnomaly({ models }) },
      training,
      models: rankAsTraining(models, rankBy, training),
    };
  });
}

/** Equal for models that learned from the same rows, have the same costs of wrong answers and are judged by the same held-out rows. */
function rowsKey(model: ModelAnswer): string {
  const { dataset_id, rows_fingerprint, edit_steps } = model;
  return JSON.stringify([dataset_id, rows_fingerprint, edit_steps, costsKey(model), heldOutAndHorizonKey(model)]);
}

/** Equal for the same costs, in any order of the classes. */
function costsKey({ error_costs: costs }: ModelAnswer) {
  if (!costs) return costs;
  const cells = (costs.cells ?? []).map(({ actual, predicted, cost }) => JSON.stringify([actual, predicted, cost]));
  return [Object.entries(costs.weights ?? {}).toSorted(), cells.toSorted()];
}

/** Equal for models whose held-out figures are about rows of the same kind, as many periods ahead, and the same values of empty periods. */
export function heldOutAndHorizonKey(model: Pick<ModelAnswer, "model_type" | "time_series_params" | "held_out_by">): string {
  return JSON.stringify([heldOutKey(model.held_out_by), horizonOf(model), model.time_series_params?.emptyPeriods === "zero"]);
}

/** Outliers in series are no forecasts. */
const horizonOf = ({ model_type, time_series_params }: Pick<ModelAnswer, "model_type" | "time_series_params">): number | null =>
  model_type === "REGRESSION" ? (time_series_params?.horizon ?? null) : null;

/**
 * Ranks models as a training ranks its own. Of forecasts that are about as good, the one that the training prefers comes first, and
 * without a training the one that automatic training would create first.
 */
function rankAsTraining(models: readonly ModelAnswer[], rankBy: RankBy, training: RankingTraining | undefined): ModelAnswer[] {
  const { model_type, time_series_params } = models[0]!;
  const places = new Map(training?.models.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: ModelAnswer) => places.get(id) ?? places.size;
  const preferredFirst = [...models].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      preferenceOf(a.algorithms) - preferenceOf(b.algorithms) ||
      a.model_created_at.localeCompare(b.model_created_at),
  );
  const metricsOf = ({ indicators, held_out_rows }: ModelAnswer) => ({ indicators, heldOutRows: held_out_rows ?? 0 });
  return rankModels(model_type, preferredFirst, metricsOf, {
    rankBy,
    hasSeveralSeries: seriesNameColumns(time_series_params).length > 0,
  });
}

const newestFirst = (a: ModelAnswer, b: ModelAnswer): number => b.model_created_at.localeCompare(a.model_created_at);

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
