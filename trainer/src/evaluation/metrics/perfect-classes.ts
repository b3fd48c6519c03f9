/**
 * Intervals of figures that no draw of rows changes, since no row errs or since every row does. Their limits come from the exact
 * limit of a share (Clopper and Pearson 1934): with no error in n rows, a share of 1 − 0.025^(1/n) may still err, about 3.7 in n.
 */
import type { ConfidenceInterval, MetricIntervals } from "@agatha/contracts";
import type { RowGroups } from "../../numeric/relabel-sequentially.js";
import { classificationMetrics } from "./classification-metrics.js";

/** Returns the 95 % interval of a share of 0 or 1 of `count` independent rows or groups (Clopper and Pearson 1934). */
export function exactInterval(share: 0 | 1, count: number): ConfidenceInterval {
  const most = 0.025 ** (1 / count);
  return share === 1 ? { lower: most, upper: 1 } : { lower: 0, upper: 1 - most };
}

/**
 * Returns the 95 % interval of an F1 of 0 or 1 of a class. F1 rises with the share of right rows among those that are of the class
 * or taken for it (Jaccard index J): it is 2 J ÷ (1 + J). `count` is the number of those rows, or of their groups.
 */
export function exactF1Interval(f1: 0 | 1, count: number): ConfidenceInterval {
  const { lower, upper } = exactInterval(f1, count);
  const toF1 = (share: number) => (2 * share) / (1 + share);
  return { lower: toF1(lower), upper: toF1(upper) };
}

/**
 * Returns the intervals of an accuracy, macro F1 and kappa of 1. The lower limits of the latter two are their values if the share of
 * each class that errs is that of the accuracy's lower limit, and these rows are taken for the other classes in proportion to their
 * sizes.
 */
export function intervalsOfPerfectAnswers(confusion: readonly number[][], groupCount: number): MetricIntervals {
  const accuracy = exactInterval(1, groupCount);
  const counts = confusion.map((row, k) => row[k]);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const erring = counts.map((count, k) =>
    counts.map((other, j) => (j === k ? accuracy.lower * count : ((1 - accuracy.lower) * count * other) / (rows - count))),
  );
  const occurring = counts.filter((count) => count > 0).length;
  const { Kappa, macroF1 } = occurring > 1 ? classificationMetrics(erring) : {};
  return {
    Accuracy: accuracy,
    ...(typeof macroF1 === "number" && { macroF1: { lower: macroF1, upper: 1 } }),
    ...(typeof Kappa === "number" && { Kappa: { lower: Kappa, upper: 1 } }),
  };
}

/**
 * Returns the interval of an area under the ROC curve of 1. No resample has another area (Obuchowski and Lieber 2002). So the limit is
 * that of a share of as many rows as the rarest side has, which is a class or all others: each row gives one rank.
 */
export function intervalOfPerfectRanks(codes: Int32Array, classCount: number, { codes: groups, count }: RowGroups): ConfidenceInterval {
  const groupsWhere = (isCounted: (code: number) => boolean) => new Set(groups.filter((_group, row) => isCounted(codes[row]))).size;
  const sides = Array.from({ length: classCount }, (_, k) => [groupsWhere((code) => code === k), groupsWhere((code) => code !== k)]);
  return exactInterval(1, Math.max(1, Math.min(count, ...sides.flat().filter((size) => size > 0))));
}
