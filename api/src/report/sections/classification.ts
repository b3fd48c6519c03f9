import {
  type Calibration,
  type ClassCurve,
  type CurveKind,
  calibrationOfClass,
  chanceLine,
  curvePoints,
  drawnCurves,
  type ModelInfo,
  type ReliabilityBin,
  rarerFirst,
  shareOfClass,
  type ThresholdMetrics,
} from "@agatha/contracts";
import { type Line, lineChart } from "../charts/marks.js";
import { formatNullable, formatNumber } from "../format.js";
import { figure, figureGrid, note, section, table } from "../html.js";
import type { ReportTexts } from "../texts.js";
import { errorTables, formatInterval, formatShare } from "./metrics.js";

type Classification = NonNullable<ModelInfo["classification"]>;

const DIAGONAL: Line = {
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
  dashed: true,
};
const UNIT_RANGE = { from: 0, to: 1 };
/** Largest number of classes with curves: more would be indistinguishable. */
const MAX_CURVES = 8;

/**
 * Returns confusion, ROC curves, calibration and thresholds; empty for other models. `beforeDecision` notes that the figures
 * precede a stored decision.
 */
export function classificationSection({ classification }: ModelInfo, texts: ReportTexts, beforeDecision = false): string {
  const T = texts.classification;
  if (!classification) return "";
  const { labels, confusion, thresholds } = classification;
  const calibration = classification.calibration && calibrationOfClass(classification.calibration, rarerFirst(classification)[0] ?? null);
  const curves = drawnCurves(classification);
  const counts = labels.map((label, actual) => [label, ...(confusion[actual] ?? []).map(String)]);
  return section(
    T.title,
    beforeDecision ? note(T.beforeDecision) : "",
    table([T.actual, ...labels], counts),
    note(T.confusion),
    figureGrid(
      ...(["roc", "precisionRecall", "gain", "lift"] as const).map((kind) => curveChart(kind, classification, curves, T)),
      calibration ? reliabilityChart(calibration, T) : "",
    ),
    curves.length > 0
      ? table(
          T.auc,
          curves.map(({ label, auc, average_precision }) => {
            const intervals = classification.class_intervals?.[labels.indexOf(label)];
            return [
              label,
              ...[formatNullable(auc), formatInterval(intervals?.auc, texts)],
              ...[formatNullable(average_precision), formatInterval(intervals?.average_precision, texts)],
            ];
          }),
        )
      : "",
    calibration ? calibrationTables(calibration, classification.calibration_intervals, texts) : "",
    thresholds && labels[1] !== undefined ? thresholdTable(thresholds, labels[1], T) : "",
    errorTables(classification, texts),
  );
}

/** Returns the curves of one kind. Each class has a chance line of its own where that depends on its share of the rows. */
function curveChart(kind: CurveKind, result: Classification, curves: readonly ClassCurve[], T: ReportTexts["classification"]): string {
  const drawn = curves.slice(0, MAX_CURVES);
  if (drawn.length === 0) return "";
  const toPoints = (points: readonly (readonly [x: number, y: number])[]) => points.map(([x, y]) => ({ x, y }));
  const linesOf = (curve: ClassCurve): Line[] => {
    const share = shareOfClass(result, curve.label);
    const chance = { points: toPoints(chanceLine(kind, share)), dashed: true };
    return [{ name: curve.label, points: toPoints(curvePoints(kind, curve, share)) }, ...(kind === "precisionRecall" ? [chance] : [])];
  };
  const lines = drawn.flatMap(linesOf);
  const reference = { points: toPoints(chanceLine(kind, 0)), dashed: true };
  const { caption, x, y } = T.curves[kind];
  const axes = { x: { title: x, ...UNIT_RANGE }, y: { title: y, ...(kind === "lift" ? { from: 0 } : UNIT_RANGE) } };
  return figure(lineChart(caption, axes, kind === "precisionRecall" ? lines : [...lines, reference]), caption);
}

function reliabilityChart({ method, bins_of, bins_before, bins_after }: Calibration, T: ReportTexts["classification"]): string {
  const line = (name: string, bins: readonly ReliabilityBin[]): Line => ({
    name,
    points: bins.flatMap(({ predicted, actual }) => (predicted === null || actual === null ? [] : [{ x: predicted, y: actual }])),
  });
  const lines = [line(T.before, bins_before), ...(method === "none" ? [] : [line(T.after, bins_after)])];
  const axes = { x: { title: T.predictedProbability(bins_of), ...UNIT_RANGE }, y: { title: T.observedShare, ...UNIT_RANGE } };
  return figure(lineChart(T.reliability, axes, [...lines, DIAGONAL]), T.reliability);
}

/** Returns the calibration metrics, the calibration error with its interval, and the rows that the points of the chart stand for. */
function calibrationTables(
  { method, temperature, before, after, bins_after }: Calibration,
  intervals: Classification["calibration_intervals"] = {},
  texts: ReportTexts,
): string {
  const T = texts.classification;
  const rows = (["log_loss", "brier", "ece"] as const).map((name) => [T[name], formatNumber(before[name]), formatNumber(after[name])]);
  const interval = [T.eceInterval, formatInterval(intervals.before, texts), formatInterval(intervals.after, texts)];
  const bins = bins_after
    .filter(({ rows: count }) => count > 0)
    .map(({ from, to, rows: count, predicted, actual }) => [
      texts.indicators.range(formatShare(from), formatShare(to)),
      count,
      formatShare(predicted),
      formatShare(actual),
    ]);
  return (
    table(T.calibration, [...rows, interval]) +
    note(method === "none" ? T.uncalibrated : T.calibrated(formatNumber(temperature))) +
    table(T.bins, bins)
  );
}

function thresholdTable(thresholds: readonly ThresholdMetrics[], label: string, T: ReportTexts["classification"]): string {
  const rows = thresholds.map((row) => [
    formatNumber(row.threshold),
    row.true_positives,
    row.false_positives,
    row.true_negatives,
    row.false_negatives,
    formatShare(row.precision),
    formatShare(row.recall),
  ]);
  return table(T.threshold, rows) + note(T.thresholds(label));
}
