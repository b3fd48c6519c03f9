import type { ColumnType } from "../kinds/dataset.js";
import { pluralize } from "../pluralize.js";
import type { ColumnStats, TableColumn } from "../results/table.js";
import { areQualityVerdicts, isBadVerdict } from "./quality-verdicts.js";

/**
 * Smallest number of known anomalies that a column marks, and of other rows. Every fold needs one of each, since the
 * threshold is chosen on four fifths of the rows and evaluated on the last.
 */
export const MIN_SEMILABELS = 5;

interface SemilabelColumn {
  type: ColumnType;
  /** Absent until the rows are counted. */
  stats?: ColumnStats;
}

/** Counts of the values of a column that may mark known anomalies. */
interface ValueCounts {
  type: ColumnType;
  missing: number;
  /** How often each value occurs, numbers as text; undefined where there are too many values to count. */
  values: readonly { value: string; count: number }[] | undefined;
}

/**
 * Returns the value that marks an anomaly unless another is asked for: of two values the bad verdict, such as nok if the other is ok;
 * else the rarer one; the later one if both are equally frequent. Undefined if every value marks an anomaly: in text that is empty in
 * other rows, and in a column of one value.
 */
export function defaultAnomalyValue({ type, missing, values }: ValueCounts): string | undefined {
  const [a, b, ...more] = values ?? [];
  if (!a || !b || more.length > 0 || (type === "s" && missing >= MIN_SEMILABELS)) return undefined;
  const [bad, other] = [a, b].filter(({ value }) => isBadVerdict(value));
  if (bad && !other) return bad.value;
  const [earlier, later] = a.value < b.value ? [a, b] : [b, a];
  return earlier.count < later.count ? earlier.value : later.value;
}

/**
 * Returns why a column cannot mark known anomalies and what to do, or undefined if it can. Every value marks an anomaly where
 * `anomalyValue` is null.
 */
export function semilabelProblem({ type, stats }: SemilabelColumn, anomalyValue?: string | null): string | undefined {
  if (type === "d") return "is a date-time column: choose one of text or of two numbers";
  return stats && valueCountsProblem(valueCounts({ type, stats }), anomalyValue);
}

/** Returns the same of counted values, in training as in test data. Every value marks an anomaly where `anomalyValue` is null. */
export function valueCountsProblem(
  counts: ValueCounts,
  anomalyValue: string | null = defaultAnomalyValue(counts) ?? null,
): string | undefined {
  const { type, missing, values } = counts;
  if (type === "n" && (values?.length ?? 3) > 2) return "has more than two different numbers: choose a column with two values";
  if (!values) return anomalyValue === null ? semilabelCountProblem(MIN_SEMILABELS, missing, "empty") : undefined;
  const all = values.reduce((sum, { count }) => sum + count, 0);
  if (anomalyValue === null) return semilabelCountProblem(all, missing, values.length > 1 ? "empty" : undefined);
  const marked = values.find(({ value }) => value === anomalyValue);
  if (!marked) return `has no value ${JSON.stringify(anomalyValue)}: it has ${listed(values)}`;
  return semilabelCountProblem(marked.count, all - marked.count + missing);
}

/**
 * Returns what a column lacks that marks this number of anomalies and leaves this number of other rows. `remedy` says what marks
 * another row.
 */
function semilabelCountProblem(anomalies: number, others: number, remedy = "with another value, or empty"): string | undefined {
  const fewest = MIN_SEMILABELS;
  if (anomalies < fewest) return `marks ${pluralize(anomalies, "row")} as anomalies, and has to mark at least ${fewest}`;
  if (others >= fewest) return undefined;
  return `leaves ${pluralize(others, "row that is no known anomaly", "rows that are no known anomalies")}, and has to leave at least ${fewest}: ${remedy}`;
}

/** Largest number of values that a message lists. */
const MAX_LISTED = 5;

function listed(values: NonNullable<ValueCounts["values"]>): string {
  const names = values.slice(0, MAX_LISTED).map(({ value }) => JSON.stringify(value));
  return [...names, ...(values.length > MAX_LISTED ? ["…"] : [])].join(", ") || "none";
}

/** Returns how often the values of a described column occur. Two numbers are at both ends of the histogram. */
export function valueCounts({ type, stats: { missing, unique, top, min, max, histogram } }: Required<SemilabelColumn>): ValueCounts {
  const none = { type, missing };
  if (type === "s") return { ...none, values: unique > top.length ? undefined : top };
  if (unique > 2 || min === null || max === null) return { ...none, values: unique === 0 ? [] : undefined };
  const present = histogram.reduce((sum, count) => sum + count, 0);
  if (unique === 1) return { ...none, values: [{ value: String(min), count: present }] };
  const larger = histogram.at(-1) ?? 0;
  return {
    ...none,
    values: [
      { value: String(min), count: present - larger },
      { value: String(max), count: larger },
    ],
  };
}

/** Share of rows up to which the rarer of two values looks like the mark of an anomaly. */
const MAX_LABEL_SHARE = 0.1;

/** Names of columns that mark anomalies, whatever the share of their values. */
const LABEL_NAME =
  /^(is[ _]?)?(anomal|outlier|inlier|label|fault|defect|fraud)|異常|异常|離群|离群|外れ値|不良|故障|缺陷|欠陥|瑕疵|詐欺|欺诈|標籤|标签|ラベル/i;

/**
 * Returns true if a column with these counts of its values looks like labels of anomalies: two values, one of them rare or the name
 * one of labels. A missing value counts as one.
 */
export function looksLikeLabels(counts: readonly number[], name: string): boolean {
  const [a = 0, b = 0, ...more] = counts;
  return b > 0 && more.length === 0 && (Math.min(a, b) <= MAX_LABEL_SHARE * (a + b) || LABEL_NAME.test(name));
}

/**
 * Returns the same for a described column of a table with `nrow` rows. Verdicts such as ok and nok look like labels whatever their
 * shares, also where some rows have none. Times are no labels.
 */
export function isLabelLike({ name, type, stats }: Pick<TableColumn, "name" | "type" | "stats">, nrow: number): boolean {
  const { missing, unique, top, min, max, mean } = stats;
  if (type === "s" && unique + (missing > 0 ? 1 : 0) > 1 && areQualityVerdicts(top.map(({ value }) => value))) return true;
  if (type === "d" || unique === 0 || unique + (missing > 0 ? 1 : 0) !== 2) return false;
  if (unique === 1) return looksLikeLabels([missing, nrow - missing], name);
  if (type === "s")
    return looksLikeLabels(
      top.map(({ count }) => count),
      name,
    );
  // Two numbers: the frequency of each follows from their mean.
  const largest = Math.round((((mean ?? 0) - (min ?? 0)) / ((max ?? 0) - (min ?? 0))) * nrow);
  return looksLikeLabels([largest, nrow - largest], name);
}
