import type { ColumnType } from "./kinds/dataset.js";
import type { ColumnStats } from "./results/table.js";

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

/**
 * Returns the number of labeled rows. It is exact if every distinct value is counted, which holds for few values; otherwise it is
 * infinite.
 */
function countLabeledRows({ top, unique }: Pick<ColumnStats, "unique" | "top">): number {
  if (unique > top.length) return Number.POSITIVE_INFINITY;
  return top.reduce((sum, { count }) => sum + count, 0);
}
