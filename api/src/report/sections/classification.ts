import type { Calibration, ModelInfo, ReliabilityBin, RocCurve, ThresholdRow } from "@agatha/contracts";
import { type Line, lineChart } from "../charts/marks.js";
import { figure, figures, note, section, table } from "../html.js";
import { shown, shownOrNone } from "../numbers.js";
import { TEXTS } from "../texts.js";
import { errorTables, share } from "./figures.js";

const T = TEXTS.classification;
const DIAGONAL: Line = {
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
  dashed: true,
};
const UNIT = { from: 0, to: 1 };
/** Classes whose curves are drawn: more of them could not be told apart. */
const MOST_CURVES = 8;

export function classificationSection({ classification }: ModelInfo): string {
  if (!classification) return "";
  const { labels, confusion, calibration, roc = [], thresholds } = classification;
  const counts = labels.map((label, actual) => [label, ...(confusion[actual] ?? []).map(String)]);
  return section(
    T.title,
    table([T.actual, ...labels], counts),
    note(T.confusion),
    figures(rocChart(roc), calibration ? reliabilityChart(calibration) : ""),
    roc.length > 0
      ? table(
          T.auc,
          roc.map(({ label, auc }) => [label, shownOrNone(auc)]),
        )
      : "",
    calibration ? calibrationTable(calibration) : "",
    thresholds && labels[1] !== undefined ? thresholdTable(thresholds, labels[1]) : "",
    errorTables(classification),
  );
}

function rocChart(roc: readonly RocCurve[]): string {
  const drawn = roc.filter(({ points }) => points.length > 0).slice(0, MOST_CURVES);
  if (drawn.length === 0) return "";
  const lines = drawn.map(({ label, points }): Line => ({ name: label, points: points.map(({ fpr, tpr }) => ({ x: fpr, y: tpr })) }));
  const axes = { x: { title: T.fpr, ...UNIT }, y: { title: T.tpr, ...UNIT } };
  return figure(lineChart(T.roc, axes, [...lines, DIAGONAL]), T.roc);
}

function reliabilityChart({ method, bins_of, bins_before, bins_after }: Calibration): string {
  const line = (name: string, bins: readonly ReliabilityBin[]): Line => ({
    name,
    points: bins.flatMap(({ predicted, actual }) => (predicted === null || actual === null ? [] : [{ x: predicted, y: actual }])),
  });
  const lines = [line(T.before, bins_before), ...(method === "none" ? [] : [line(T.after, bins_after)])];
  const axes = { x: { title: T.given(bins_of), ...UNIT }, y: { title: T.came, ...UNIT } };
  return figure(lineChart(T.reliability, axes, [...lines, DIAGONAL]), T.reliability);
}

function calibrationTable({ method, temperature, before, after }: Calibration): string {
  const rows = (["log_loss", "brier", "ece"] as const).map((name) => [T[name], shown(before[name]), shown(after[name])]);
  return table(T.calibration, rows) + note(method === "none" ? T.uncalibrated : T.calibrated(shown(temperature)));
}

function thresholdTable(thresholds: readonly ThresholdRow[], label: string): string {
  const rows = thresholds.map((row) => [
    shown(row.threshold),
    row.true_positives,
    row.false_positives,
    row.true_negatives,
    row.false_negatives,
    share(row.precision),
    share(row.recall),
  ]);
  return table(T.threshold, rows) + note(T.thresholds(label));
}
