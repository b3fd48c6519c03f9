/** Figures of a decision among classes on held-out rows. Pure. */
import {
  type Calibrator,
  type ClassDecision,
  calibrate,
  costPerRow,
  decideClasses,
  equalCosts,
  type HeldOutPredictions,
  type MetricIntervals,
} from "@agatha/contracts";
import { metricsByClass } from "./class-metrics.js";
import { type DecisionIntervals, decisionIntervals } from "./decision-uncertainty.js";

/** Largest number of classes whose costs are typed here; the API takes more. */
export const MAX_TYPED_CLASSES = 12;

/** Costs as they are typed: a row for each actual class. */
export type TypedCosts = readonly (readonly string[])[];

interface DecisionMetrics {
  confusion: number[][];
  accuracy: number;
  /** Null if no class occurs. */
  macroF1: number | null;
  costPerRow: number | null;
  intervals: DecisionIntervals;
  /** Names of the figures whose interval is an approximation. Other figures have the intervals of the model's own figures. */
  approximated: (keyof DecisionIntervals)[];
}

/** What is known of the answers that the model was trained to give. */
export interface TrainedAnswers {
  calibration?: Calibrator | undefined;
  /** Costs that it was trained to answer by. */
  costs?: number[][] | undefined;
  /** 95 % intervals of its held-out figures, by the bootstrap. */
  intervals?: MetricIntervals | undefined;
}

/** Returns costs as texts of form fields, by actual and predicted class. */
export const typeCosts = (costs: readonly (readonly number[])[]): TypedCosts => costs.map((row) => row.map(String));

/** Returns the costs, or undefined if one of them is no number. */
export function readCosts(typed: TypedCosts): number[][] | undefined {
  const costs = typed.map((row) => row.map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell))));
  return costs.flat().every(Number.isFinite) ? costs : undefined;
}

/** Returns the probability of the second class from which its answer costs least; undefined where wrong answers cost no more. */
export function cheapestThreshold(costs: readonly (readonly number[])[]): number | undefined {
  const [[rejected = 0, falseAlarm = 0] = [], [missed = 0, found = 0] = []] = costs;
  const [byAlarm, byMiss] = [falseAlarm - rejected, missed - found];
  return byAlarm >= 0 && byMiss >= 0 && byAlarm + byMiss > 0 ? byAlarm / (byAlarm + byMiss) : undefined;
}

/**
 * Returns the threshold that a decision of two classes answers by. Without one of its own it is that of least expected cost.
 */
export function answeringThreshold({ costs, threshold }: Pick<ClassDecision, "costs" | "threshold">): number {
  return threshold ?? cheapestThreshold(costs) ?? 0.5;
}

/**
 * Returns what the decision makes of the held-out rows. It goes by calibrated probabilities, as the model's answers do. Those of
 * earlier models have the model's own calibration, which knows these rows.
 */
export function decisionMetrics(
  decision: ClassDecision,
  { actual = [], prediction: { prob = [], value = [] }, groups, calibrated }: HeldOutPredictions,
  trained: TrainedAnswers = {},
): DecisionMetrics {
  const { labels, costs } = decision;
  const { calibration = { temperature: 1, smoothing: 0 } } = trained;
  const codeOf = new Map(labels.map((label, code) => [label, code]));
  const probabilities = Float64Array.from(prob.flatMap((row) => labels.map((label) => row[label] ?? 0)));
  const predicted = decideClasses(decision, calibrated ?? calibrate(probabilities, labels.length, calibration));
  const confusion = labels.map(() => labels.map(() => 0));
  actual.forEach((label, i) => {
    const row = confusion[codeOf.get(String(label)) ?? -1];
    if (row) row[predicted[i] ?? 0]! += 1;
  });
  const right = confusion.reduce((sum, row, k) => sum + (row[k] ?? 0), 0);
  const known = metricsByClass({ labels, confusion }).flatMap(({ f1 }) => f1 ?? []);
  const approximations = decisionIntervals({ actual: actual.map((label) => codeOf.get(String(label)) ?? -1), predicted, costs, groups });
  const isOwn = value.length === predicted.length && value.every((label, i) => labels[predicted[i] ?? -1] === String(label));
  const intervals = { ...approximations, ...(isOwn && ownIntervals(costs, trained)) };
  const names = Object.keys(intervals) as (keyof DecisionIntervals)[];
  return {
    confusion,
    accuracy: right / confusion.flat().reduce((sum, count) => sum + count, 0),
    macroF1: known.length > 0 ? known.reduce((sum, f1) => sum + f1, 0) / known.length : null,
    costPerRow: costPerRow(costs, confusion),
    intervals,
    approximated: names.filter((name) => intervals[name] && intervals[name] === approximations[name]),
  };
}

/** Returns the intervals of the model's own figures. With equal costs, the cost of a row is the share of wrong answers. */
function ownIntervals(costs: readonly (readonly number[])[], { costs: trainedCosts, intervals = {} }: TrainedAnswers): DecisionIntervals {
  const { Accuracy, macroF1, cost } = intervals;
  const isEqualTo = (others: readonly (readonly number[])[]) => JSON.stringify(costs) === JSON.stringify(others);
  const costPerRow =
    trainedCosts && isEqualTo(trainedCosts)
      ? cost
      : isEqualTo(equalCosts(costs.length)) && Accuracy && { lower: 1 - Accuracy.upper, upper: 1 - Accuracy.lower };
  return { ...(Accuracy && { accuracy: Accuracy }), ...(macroF1 && { macroF1 }), ...(costPerRow && { costPerRow }) };
}
