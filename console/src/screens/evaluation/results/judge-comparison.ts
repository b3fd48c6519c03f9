/** Ranks the models on the test rows and compares the best with the trivial guess. Pure. */
import { compareMetrics, type MetricName, type Metrics, type ModelType } from "@agatha/contracts";
import { compareWithBaseline } from "@agatha/contracts/ranking/baseline-comparison";
import { calinskiHarabaszOfRows } from "@agatha/contracts/ranking/calinski-harabasz";
import type { EvaluationByModelAnswer, ModelAnswer } from "@agatha/contracts/wire";

/** Models that have answered, best first. */
export function rankModels(type: ModelType, lines: readonly EvaluationByModelAnswer[]): EvaluationByModelAnswer[] {
  return lines.filter(({ status }) => status === "success").sort((a, b) => compareMetrics(type, a.indicators, b.indicators));
}

/**
 * The best of several models. Null if there is only one, if the first two are equal, or if the first is no better than the baseline,
 * as on the leaderboard.
 */
export function bestModel(
  type: ModelType,
  ranked: readonly EvaluationByModelAnswer[],
  baseline: Metrics = {},
): EvaluationByModelAnswer | null {
  const [first, second] = ranked;
  if (!first || !second || compareWithBaseline({ ...first, type, baseline }) === "worse") return null;
  return compareMetrics(type, first.indicators, second.indicators) < 0 ? first : null;
}

/**
 * Returns the best of the models, and how the first compares with the baseline. A model that answers by costs or by a stored decision
 * gives up right answers for cheaper ones, and a comparison has no costs to judge it by. So it has no verdict, and if it is among the
 * models, none is the best.
 */
export function judgeModels(
  type: ModelType,
  ranked: readonly EvaluationByModelAnswer[],
  { models, baseline = {} }: { models: readonly Pick<ModelAnswer, "id" | "indicators" | "before_decision">[]; baseline?: Metrics },
) {
  const byCosts = new Set(models.filter((model) => model.before_decision || model.indicators.cost != null).map(({ id }) => id));
  const [first] = ranked;
  const best = ranked.some(({ id }) => byCosts.has(id)) ? null : bestModel(type, ranked, baseline);
  const verdict = first && !byCosts.has(first.id) ? compareWithBaseline({ ...first, type, baseline }) : null;
  return { best, verdict };
}

/**
 * Metrics of a training, comparable with those of the test rows. An index of clusters grows with their rows, so it is converted to the
 * number of test rows. It is null while either number is unknown or is not above the number of clusters.
 */
export function besideTestRows(
  metrics: Metrics | undefined,
  { learned, tested }: { learned: number | undefined; tested: number | null },
): Metrics | undefined {
  const { CH_index: index, n_clusters: clusters } = metrics ?? {};
  if (typeof index !== "number") return metrics;
  const isKnown = typeof clusters === "number" && learned !== undefined && learned > clusters && tested !== null && tested > clusters;
  return { ...metrics, CH_index: isKnown ? calinskiHarabaszOfRows(index, { clusters, rows: learned, of: tested }) : null };
}

/** Metrics that any of the models has, in the order of the first model. */
export function metricNames(lines: readonly Pick<EvaluationByModelAnswer, "indicators">[]): MetricName[] {
  const names = new Set(lines.flatMap(({ indicators }) => Object.keys(indicators) as MetricName[]));
  return [...names].filter((name) => lines.some(({ indicators }) => indicators[name] != null));
}

/** Returns true if all rows that a model was tested on have the same actual value. */
export function hasOneActualValue({ warnings }: Pick<EvaluationByModelAnswer, "warnings">, baseline: Metrics): boolean {
  return baseline.Accuracy === 1 || baseline.RMSE === 0 || warnings.some(({ code }) => code === "target_constant");
}
