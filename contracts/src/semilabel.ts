import type { ColumnType } from "./kinds/dataset.js";
import type { ColumnStats, TableColumn } from "./results/table.js";

/**
 * Smallest number of known anomalies in a semi-labeled column, and of unlabeled rows. Every fold needs one of each, since the
 * threshold is chosen on four fifths of the rows and evaluated on the last.
 */
export const MIN_SEMILABELS = 5;

interface SemilabelColumn {
  type: ColumnType;
  /** Absent until the rows are counted. */
  stats?: Pick<ColumnStats, "missing" | "unique" | "top">;
}

/** Returns why a column cannot mark known anomalies and what to do, or undefined if it can. */
export function semilabelProblem({ type, stats }: SemilabelColumn): string | undefined {
  if (type !== "s") return "The semi-labeled column must be text: change its type in the dataset";
  if (!stats) return undefined;
  const fewest = MIN_SEMILABELS;
  if (countLabeledRows(stats) < fewest) return `The semi-labeled column must mark at least ${fewest} known anomalies`;
  if (stats.missing < fewest) return `The semi-labeled column must be empty in at least ${fewest} rows, which are no known anomalies`;
  return undefined;
}

/** Returns what a semi-labeled column lacks with these numbers of labeled and unlabeled rows, in training as in test data. */
export function semilabelCountProblem(anomalies: number, unlabeled: number): string | undefined {
  if (anomalies < MIN_SEMILABELS) return `marks ${anomalies} rows, and has to mark ${MIN_SEMILABELS} known anomalies at the least`;
  if (unlabeled >= MIN_SEMILABELS) return undefined;
  return `is empty in ${unlabeled} rows, and has to be in ${MIN_SEMILABELS} at the least: leave it empty where a row is no known anomaly`;
}

/** Share of rows up to which the rarer of two values looks like the mark of an anomaly. */
const MAX_LABEL_SHARE = 0.1;

/**
 * Returns true if a column with these counts of its values looks like labels of anomalies: two values, one of them rare. A missing
 * value counts as one.
 */
export function looksLikeLabels(counts: readonly number[]): boolean {
  const [a = 0, b = 0, ...more] = counts;
  return b > 0 && more.length === 0 && Math.min(a, b) <= MAX_LABEL_SHARE * (a + b);
}

/** Returns the same for a described column of a table with `nrow` rows. Times are no labels. */
export function isLabelLike({ type, stats }: Pick<TableColumn, "type" | "stats">, nrow: number): boolean {
  const { missing, unique, top, min, max, mean } = stats;
  if (type === "d" || unique === 0 || unique + (missing > 0 ? 1 : 0) !== 2) return false;
  if (unique === 1) return looksLikeLabels([missing, nrow - missing]);
  if (type === "s") return looksLikeLabels(top.map(({ count }) => count));
  // Two numbers: their mean tells how often each is there.
  const largest = Math.round((((mean ?? 0) - (min ?? 0)) / ((max ?? 0) - (min ?? 0))) * nrow);
  return looksLikeLabels([largest, nrow - largest]);
}

/**
 * Returns the number of labeled rows. It is exact if every distinct value is counted, which holds for few values; otherwise it is
 * infinite.
 */
function countLabeledRows({ top, unique }: Pick<ColumnStats, "unique" | "top">): number {
  if (unique > top.length) return Number.POSITIVE_INFINITY;
  return top.reduce((sum, { count }) => sum + count, 0);
}
