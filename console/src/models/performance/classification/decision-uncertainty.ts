/** Uncertainty of a decision's figures on held-out rows. Pure. */
import type { ConfidenceInterval } from "@agatha/contracts";

/** Answers to held-out rows as codes of the classes. */
interface DecidedRows {
  actual: readonly number[];
  predicted: ArrayLike<number>;
  /** Cost of each answer, `costs[actual][predicted]`. */
  costs: readonly (readonly number[])[];
  /** Group of each row; without it, rows are independent. */
  groups: readonly number[] | undefined;
}

/** A figure that is a ratio of sums over the rows: of what a row adds to the numerator, and to the denominator. */
interface Ratio {
  numerator(actual: number, predicted: number): number;
  denominator(actual: number, predicted: number): number;
}

export interface DecisionIntervals {
  accuracy?: ConfidenceInterval;
  macroF1?: ConfidenceInterval;
  costPerRow?: ConfidenceInterval;
}

/** Normal quantile of a 95 % interval. */
const Z = 1.959963984540054;

const EACH_ROW = () => 1;

/**
 * Returns 95 % intervals by linearisation, with the variance over groups (Binder 1983) and quantiles of Student's t. An accuracy of 1
 * has the exact lower limit (Clopper and Pearson 1934). A figure that no row changes has no interval.
 */
export function decisionIntervals(rows: DecidedRows): DecisionIntervals {
  const { actual, predicted, costs } = rows;
  const isRight: Ratio = { numerator: (a, p) => (a === p ? 1 : 0), denominator: EACH_ROW };
  const cost: Ratio = { numerator: (a, p) => costs[a]?.[p] ?? 0, denominator: EACH_ROW };
  // F1 of a class is 2 TP ÷ (2 TP + FP + FN).
  const f1Of = (k: number): Ratio => ({
    numerator: (a, p) => (a === k && p === k ? 2 : 0),
    denominator: (a, p) => (a === k ? 1 : 0) + (p === k ? 1 : 0),
  });
  const occurs = (k: number) => actual.some((code, i) => code === k || predicted[i] === k);
  const classes = costs.map((_, k) => k).filter(occurs);
  const share = { from: 0, to: 1 };
  const exact = exactAccuracy(rows);
  return {
    accuracy: exact ?? meanInterval(rows, [isRight], share),
    macroF1: meanInterval(rows, classes.map(f1Of), share),
    costPerRow: meanInterval(rows, [cost], { from: Math.min(...costs.flat()), to: Math.max(...costs.flat()) }),
  };
}

function exactAccuracy({ actual, predicted, groups }: DecidedRows): ConfidenceInterval | undefined {
  const count = new Set(groups ?? actual.keys()).size;
  const allRight = actual.every((code, i) => code === predicted[i]);
  return allRight && count > 1 ? { lower: 0.025 ** (1 / count), upper: 1 } : undefined;
}

/** Returns the interval of the mean of ratios, cut to the values that it can have. */
function meanInterval(
  { actual, predicted, groups }: DecidedRows,
  ratios: readonly Ratio[],
  range: { from: number; to: number },
): ConfidenceInterval | undefined {
  const sums = ratios.map(({ numerator, denominator }) => {
    const sum = (of: Ratio["numerator"]) => actual.reduce((total, code, i) => total + of(code, predicted[i] ?? 0), 0);
    const total = sum(denominator);
    return { total, value: sum(numerator) / total };
  });
  const influences = new Map<number, number>();
  actual.forEach((code, i) => {
    const at = predicted[i] ?? 0;
    const influence = ratios.reduce((sum, { numerator, denominator }, j) => {
      const { total, value } = sums[j]!;
      return sum + (numerator(code, at) - value * denominator(code, at)) / (total * ratios.length);
    }, 0);
    const group = groups?.[i] ?? i;
    influences.set(group, (influences.get(group) ?? 0) + influence);
  });
  const count = influences.size;
  const squares = [...influences.values()].reduce((sum, influence) => sum + influence ** 2, 0);
  if (count < 2 || !(squares > 0)) return undefined;
  const margin = studentQuantile(count - 1) * Math.sqrt((squares * count) / (count - 1));
  const mean = sums.reduce((sum, { value }) => sum + value, 0) / ratios.length;
  return { lower: Math.max(range.from, mean - margin), upper: Math.min(range.to, mean + margin) };
}

/** Quantile of Student's t by the expansion of Cornish and Fisher. */
function studentQuantile(df: number): number {
  return Z + (Z ** 3 + Z) / (4 * df) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * df ** 2);
}
