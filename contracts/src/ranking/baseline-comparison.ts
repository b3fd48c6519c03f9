/** Compares a model's ranking metric with that of the trivial guess. */
import type { MetricIntervals, MetricName } from "../kinds/metrics.js";
import type { RowValidation } from "../kinds/row-validation.js";
import type { ModelInfo } from "../results/model-info.js";
import { type RankingCriterion, rankingCriteria } from "./ranking.js";

export type BaselineComparison = "better" | "little" | "unclear" | "worse" | "ranksOnly";

export type VerdictKey = BaselineComparison | "unclearGroups";

/** Share of the way from the trivial guess to a perfect model below which a model hardly helps. */
const MIN_RELATIVE_IMPROVEMENT = 0.1;

type ComparedMetrics = Pick<ModelInfo, "type" | "indicators" | "baseline" | "baseline_differences">;

/**
 * Returns the figure that the verdict is about: the first that ranks models of the type; MASE of forecasts, which counts all periods
 * ahead; or the mean cost of a row where wrong answers have costs, since such a model gives up right answers for cheaper ones.
 */
export function judgedCriterion({ type, indicators, baseline }: Omit<ComparedMetrics, "baseline_differences">): RankingCriterion {
  const hasBoth = (name: MetricName) => indicators[name] != null && baseline[name] != null;
  return rankingCriteria(type, hasBoth("cost") ? "cost" : undefined, { series: hasBoth("MASE") })[0]!;
}

/**
 * Null if there is no trivial guess to compare with. A difference is unclear if it may be chance: its interval contains 0, or it was
 * found on one group or block of rows, or on fewer than three independent forecasts, which have no intervals. A classifier only ranks
 * rows if it is right no more often than the guess, but its probabilities separate the classes (ROC AUC), and their log loss is not
 * clearly worse than that of the guess: a decision by cost would rely on them. A classifier that answers by costs is judged by the costs
 * alone.
 */
export function compareWithBaseline(metrics: ComparedMetrics): BaselineComparison | null {
  const found = compareMainMetric(metrics);
  const { roc_auc, log_loss } = metrics.baseline_differences ?? {};
  const separates = roc_auc !== undefined && roc_auc.lower > 0 && (log_loss?.lower ?? 0) <= 0;
  const ranks = judgedCriterion(metrics).indicator === "Accuracy" && separates;
  return ranks && (found === "worse" || found === "unclear") ? "ranksOnly" : found;
}

/**
 * Compares the best of several models by its expected figure, since its own figure owes something to chance. The interval of its
 * difference from the trivial guess moves by the same correction.
 */
export function compareChosenWithBaseline(
  best: ComparedMetrics,
  expected: { indicator: MetricName; value: number } | null | undefined,
): BaselineComparison | null {
  const own = expected && best.indicators[expected.indicator];
  if (typeof own !== "number") return compareWithBaseline(best);
  const { indicator, value } = expected!;
  const indicators = { ...best.indicators, [indicator]: value };
  if (!best.baseline_differences) return compareWithBaseline({ ...best, indicators });
  const { [indicator]: difference, ...others } = best.baseline_differences;
  const correction = value - own;
  const moved = difference && { [indicator]: { lower: difference.lower + correction, upper: difference.upper + correction } };
  return compareWithBaseline({ ...best, indicators, baseline_differences: { ...others, ...moved } });
}

/** Returns the key of the text about a comparison. Where whole groups were held out, only more groups make it clearer. */
export const verdictKey = (verdict: BaselineComparison, rows: RowValidation["rows"] | "series" | undefined): VerdictKey =>
  verdict === "unclear" && rows === "groups" ? "unclearGroups" : verdict;

/** Area under the ROC curve of scores without information. */
const AREA_OF_CHANCE = 0.5;

function compareMainMetric({ type, indicators, baseline, baseline_differences }: ComparedMetrics): BaselineComparison | null {
  // A detector that flags no known anomaly is ranked by its scores alone.
  if (type === "OCC" && indicators.true_positive === 0) return (indicators.roc_auc ?? 0) <= AREA_OF_CHANCE ? "worse" : null;
  const { indicator, best } = judgedCriterion({ type, indicators, baseline });
  const [value, trivial] = [indicators[indicator], baseline[indicator]];
  if (value == null || trivial == null) return null;
  // Errors are perfect at 0, shares at 1.
  const room = best === "lowest" ? trivial : 1 - trivial;
  // Where all rows have one value the guess, which is made from them, is perfect, and no model can be better.
  if (room === 0) return null;
  const gained = best === "lowest" ? trivial - value : value - trivial;
  if (gained <= 0) return "worse";
  // Models of earlier versions have no differences at all, and are taken at their word.
  if (baseline_differences && mayBeChance(indicator, baseline_differences)) return "unclear";
  return gained < MIN_RELATIVE_IMPROVEMENT * room ? "little" : "better";
}

/** Without an interval, a difference is the same on all resamples, unless nothing has one. MASE has no resamples. */
function mayBeChance(indicator: MetricName, differences: MetricIntervals): boolean {
  const difference = differences[indicator];
  if (difference) return difference.lower <= 0 && difference.upper >= 0;
  return indicator === "MASE" || Object.keys(differences).length === 0;
}
