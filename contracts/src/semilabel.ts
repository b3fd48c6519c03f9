import type { ColumnType } from "./kinds/dataset.js";
import type { ColumnStats } from "./table.js";

/**
 * Known anomalies, and as many unlabeled rows, that a semi-labeled column has to have: one of each for every fold, since the
 * threshold is chosen on four fifths of the rows and judged on the last.
 */
export const MIN_SEMILABELS = 5;

interface SemilabelColumn {
  type: ColumnType;
  /** Left out where the rows are not counted yet. */
  stats?: Pick<ColumnStats, "missing" | "unique" | "top">;
}

/** Why a column cannot mark known anomalies, and what to do; undefined where it can. */
export function semilabelProblem({ type, stats }: SemilabelColumn): string | undefined {
  if (type !== "s") return "The semi-labeled column must be text: change its type in the dataset";
  if (!stats) return undefined;
  const fewest = MIN_SEMILABELS;
  if (countLabeledRows(stats) < fewest) return `The semi-labeled column must mark at least ${fewest} known anomalies`;
  if (stats.missing < fewest) return `The semi-labeled column must be empty in at least ${fewest} rows, which are no known anomalies`;
  return undefined;
}

/** Exact where every value of the column is counted, which is so where there are few; more than enough else. */
function countLabeledRows({ top, unique }: Pick<ColumnStats, "unique" | "top">): number {
  if (unique > top.length) return Number.POSITIVE_INFINITY;
  return top.reduce((sum, { count }) => sum + count, 0);
}
