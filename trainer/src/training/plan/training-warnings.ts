import {
  type ErrorCosts,
  type Metrics,
  MIN_SILHOUETTE,
  type ModelType,
  type ModelWarning,
  pluralizeShare,
  rankingCriteria,
  weightsWithoutClass,
} from "@agatha/contracts";
import { LEVEL_LIMIT } from "../../data/encoding/encoder-state.js";
import type { DroppedColumn } from "../../data/encoding/fit-encoder.js";
import { sizesOf } from "../../data/row-structure/find-row-structure.js";
import { LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import type { Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import type { ResolvedValidation } from "./training-set.js";

/** Share of a class above which a warning is due: a model that always predicts this class looks good. */
const MAX_CLASS_SHARE = 0.9;
/** Rows of a class below which a warning is due: some folds hold out none of them. */
const MIN_CLASS_ROWS = 5;
/** Classes that a warning names. */
const MAX_NAMED_CLASSES = 3;

/** Returns warnings of rows without a target, and of few rows. `used` of `all` rows have a target. */
export function rowWarnings(used: number, all: number): ModelWarning[] {
  const warnings: ModelWarning[] = [];
  if (used < all)
    warnings.push({
      code: "target_missing",
      message: `${pluralizeShare(all - used, all, "row", ["has no target and was", "have no target and were"])} left out`,
    });
  if (used < LEAVE_ONE_OUT_BELOW) {
    warnings.push({
      code: "few_rows",
      message: `${used} rows are few: the figures may be far off for new rows`,
    });
  }
  return warnings;
}

/** Returns a warning if most rows are of one class; none if the model decides by costs. */
export function imbalanceWarnings(target: Target): ModelWarning[] {
  if (target.kind !== "class" || target.decision) return [];
  const most = classCounts(target).reduce((best, next) => (next.count > best.count ? next : best));
  const share = most.count / target.codes.length;
  if (share <= MAX_CLASS_SHARE) return [];
  const percent = `${(100 * share).toFixed(1)} %`;
  return [
    {
      code: "imbalance",
      message: `${percent} of the rows are of class ${most.label}: look at Kappa and macroF1 rather than at Accuracy, or let classes weigh alike`,
    },
  ];
}

/** Returns a warning that names the classes of very few rows. */
export function rareClassWarnings(target: Target): ModelWarning[] {
  if (target.kind !== "class") return [];
  const rare = classCounts(target)
    .filter(({ count }) => count < MIN_CLASS_ROWS)
    .sort((a, b) => a.count - b.count);
  if (rare.length === 0) return [];
  const classes = namedClasses(rare.map(({ label, count }) => `${label}: ${count}`));
  return [
    {
      code: "rare_classes",
      values: { classes, rows: MIN_CLASS_ROWS },
      message: `some classes have fewer than ${MIN_CLASS_ROWS} rows (${classes}): the figures hardly tell how well they are recognised; add rows of them, or put them together with a similar class`,
    },
  ];
}

/** Returns a warning that names the classes with a weight that no row has. */
export function weightWarnings(costs: ErrorCosts | undefined, target: Target): ModelWarning[] {
  const unknown = costs && target.kind === "class" ? weightsWithoutClass(costs, target.labels) : [];
  if (unknown.length === 0) return [];
  const classes = namedClasses(unknown);
  return [
    {
      code: "weights_without_class",
      values: { classes },
      message: `the weights of classes that no row has were left out (${classes}): if one of them is misspelled, train again with the class as the rows have it`,
    },
  ];
}

const namedClasses = (classes: readonly string[]): string =>
  [...classes.slice(0, MAX_NAMED_CLASSES), ...(classes.length > MAX_NAMED_CLASSES ? ["…"] : [])].join("; ");

/** Share of the rows that share their group below which groups are as good as single rows. */
const MIN_SHARED_ROWS = 0.05;

/** Returns a warning if the columns that are to name the group of a row put hardly any two rows together. */
export function groupSizeWarnings({ groups, groupColumns = [], groupedBy }: ResolvedValidation): ModelWarning[] {
  if (!groups || groupColumns.length === 0 || groupedBy) return [];
  const { groups: count, sharing } = sizesOf(groups);
  if (sharing >= MIN_SHARED_ROWS) return [];
  const column = groupColumns.join(", ");
  return [
    {
      code: "groups_of_single_rows",
      column,
      values: { groups: count, rows: groups.length },
      message: `${column} puts hardly any two rows together (${count} groups of ${groups.length} rows), so that holding out groups is holding out random rows: name a column that tells what rows have in common`,
    },
  ];
}

function classCounts({ labels, codes }: Extract<Target, { kind: "class" }>): { label: string; count: number }[] {
  const counts = new Int32Array(labels.length);
  for (const code of codes) counts[code]++;
  return labels.map((label, k) => ({ label, count: counts[k] }));
}

/** Warns if the held-out rows give no figure to rank the model by, such as clusters into one of which all rows of a fold fall. */
export function evaluationWarnings(
  type: ModelType,
  indicators: Metrics,
  { labelled, mayRaiseNone, heldOut }: { labelled: boolean; mayRaiseNone: boolean; heldOut: Splitter["rows"] },
): ModelWarning[] {
  const [{ indicator }] = rankingCriteria(type, undefined, { labelled });
  if (typeof indicators[indicator] === "number" || (mayRaiseNone && indicators.contamination === 0)) return [];
  const remedy = type === "CLUSTERING" && heldOut !== "random" ? "hold out random rows" : "add rows";
  return [
    {
      code: "not_evaluated",
      message: `Training succeeded but evaluation failed: the held-out rows give no ${indicator}; ${remedy}, or choose other columns or parameters`,
    },
  ];
}

/** Warns if the clusters are so near to one another that the rows may form one group. */
export function separationWarnings(type: ModelType, { silhouette_score }: Metrics): ModelWarning[] {
  if (type !== "CLUSTERING" || typeof silhouette_score !== "number" || silhouette_score >= MIN_SILHOUETTE) return [];
  // Rounded down, so that it is below the limit as it is shown.
  const silhouette = Math.floor(100 * silhouette_score) / 100;
  return [
    {
      code: "clusters_not_separate",
      values: { silhouette },
      message: `the clusters are hardly separate: the mean silhouette of held-out rows is ${silhouette}, and below ${MIN_SILHOUETTE} no structure is to be relied on: try other columns, another number of clusters or another algorithm; otherwise the rows form one group`,
    },
  ];
}

/** Error of a model, and when it shows that the model has learned the noise of its own rows. */
interface ErrorMetric {
  name: string;
  of(figures: Metrics): number;
  /** Share of the held-out error below which the error on the training rows is far below it. */
  far: number;
  /** Share of the trivial guess's error up to which a held-out error is small, and the model useful however it fits. */
  small: number;
}

/**
 * On 23 public tables the RMSE on training rows is 0.6 to 1.1 times the held-out one for linear models, and 0.001 to 0.2 times for
 * boosted trees that fit every row; for neighbours, support vectors, networks and forests it is 0.6 to 1 times, on three of them. A
 * forest is right on all of its own rows while its probabilities stay moderate: its log loss on them is 0.26 to 0.5 times the held-out
 * one where that is not small.
 */
const ERROR_METRICS: readonly ErrorMetric[] = [
  { name: "RMSE", of: ({ RMSE }) => RMSE ?? Number.NaN, far: 0.5, small: 0.3 },
  { name: "log_loss", of: ({ log_loss }) => log_loss ?? Number.NaN, far: 0.25, small: 0.3 },
  { name: "error rate", of: ({ Accuracy }) => 1 - (Accuracy ?? Number.NaN), far: 0.1, small: 0.5 },
];

/** Warns if the error on the training rows is far below a held-out error that is not small. */
export function overfitWarnings(heldOut: Metrics, training: Metrics, baseline: Metrics): ModelWarning[] {
  const figure = ERROR_METRICS.find(({ of, far, small }) => of(training) < far * of(heldOut) && of(heldOut) > small * of(baseline));
  if (!figure) return [];
  const [error, learned] = [heldOut, training].map((figures) => figure.of(figures).toPrecision(3));
  return [
    {
      code: "overfit",
      message: `the model fits the rows that it learned from far better than others (${figure.name} ${learned} against ${error}): rely on the held-out figures, and try a search for better parameters, fewer columns, a simpler algorithm or more rows`,
    },
  ];
}

/** Returns a warning for each column that was left out, with the reason. */
export function droppedWarnings(dropped: readonly DroppedColumn[]): ModelWarning[] {
  return dropped.map(
    ({ column, reason }): ModelWarning => ({
      code: reason,
      column,
      message: `${column} ${DROPPED_REASONS[reason]} and was left out`,
    }),
  );
}

const DROPPED_REASONS: Record<DroppedColumn["reason"], string> = {
  all_missing: "has no value in any row",
  constant: "has the same value in every row",
  too_many_levels: `has more than ${LEVEL_LIMIT} different values`,
  too_large: "has values too large to compute with",
};
