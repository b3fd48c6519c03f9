import type { AutoModelStatus, MetricIntervals, MetricName, ModelInfo, ModelStatus } from "@agatha/contracts";
import { areLaterGroups } from "@agatha/contracts/model-rules/later-groups";
import { compareChosenWithBaseline, judgedCriterion, verdictKey } from "@agatha/contracts/ranking/baseline-comparison";
import { roundMetric } from "@agatha/contracts/ranking/round-metric";
import { algorithmLabel } from "../algorithm-label.js";
import { barChart } from "../charts/marks.js";
import { fillTemplate } from "../fill-template.js";
import { formatNullable, formatNumber, formatPercent } from "../format.js";
import { figure, note, paragraph, section, table, wideTable } from "../html.js";
import type { ReportTexts } from "../texts.js";

/** Metric of a model that was chosen among several, as expected on new rows. */
export interface ChosenMetric {
  expected: NonNullable<AutoModelStatus["expected"]>;
  heldOutBy: ModelStatus["heldOutBy"];
}

/** Returns held-out metrics next to those of the training rows and of a trivial prediction. */
export function metricsSection(
  info: ModelInfo,
  texts: ReportTexts,
  { beforeDecision = false, chosen }: { beforeDecision?: boolean; chosen?: ChosenMetric },
): string {
  const { indicators, intervals = {}, spread, train_indicators, baseline, baseline_intervals = {}, baseline_kind, validation } = info;
  const { rows: heldOut = "random", other } = validation;
  const has = (metrics: Partial<Record<MetricName, number | null>>, name: MetricName) => (metrics[name] ?? null) !== null;
  const names = (Object.keys(indicators) as MetricName[]).filter((name) => has(indicators, name) || has(train_indicators, name));
  const intervalOf = (name: MetricName, of: MetricIntervals = {}) => formatInterval(of[name], texts, (limit) => formatMetric(name, limit));
  const rows = names.map((name) => [
    texts.metrics[name],
    formatMetric(name, indicators[name]),
    intervalOf(name, intervals),
    formatMetric(name, spread[name]),
    formatMetric(name, train_indicators[name]),
    ...(other ? [formatMetric(name, other.indicators[name]), intervalOf(name, other.intervals)] : []),
    formatMetric(name, baseline[name]),
    intervalOf(name, baseline_intervals),
  ]);
  const { header: columns, interval, heldOutRows, alternativeRows } = texts.indicators;
  const { metric, heldOutFigure, spreadFigure, training, baselineFigure } = columns;
  const { copies } = texts.indicators;
  const ofCopies = validation.groupedBy === "copies";
  const found = ofCopies ? { ...heldOutRows, groups: copies.new, random: copies.known } : heldOutRows;
  const others = ofCopies ? { ...alternativeRows, groups: copies.known, random: copies.new } : alternativeRows;
  const header = [
    metric,
    other ? found[areLaterGroups(validation) ? "laterGroups" : heldOut] : heldOutFigure,
    interval,
    spreadFigure,
    training,
    ...(other ? [others[heldOut], interval] : []),
    baselineFigure,
    interval,
  ];
  const words = texts.indicators.baseline[baseline_kind];
  const verdict = compareChosenWithBaseline(info, chosen?.expected);
  const judged = verdict && judgedCriterion(info).indicator;
  const leavesOutGroupNames = other !== undefined && info.warnings.some(({ code }) => code === "names_the_group");
  return section(
    texts.indicators.title,
    verdict ? paragraph(texts.indicators.verdict[verdictKey(verdict, validation.rows)]) : "",
    chosen ? paragraph(expectedText(info, chosen, texts)) : "",
    beforeDecision ? note(texts.indicators.beforeDecision) : "",
    wideTable(header, rows),
    words === "" ? "" : note(words),
    judged === "cost" ? note(texts.indicators.baselineCost) : "",
    judged === "MASE" ? note(texts.indicators.baselineForecast) : "",
    heldOut === "groups" || areLaterGroups(validation) ? note(wholeText(validation, texts)) : "",
    heldOut === "groups" && leavesOutGroupNames ? note(texts.indicators.withoutGroupNames) : "",
    Object.keys(intervals).length > 0 ? note(texts.indicators.intervals[drawnOf(validation)]) : "",
    intervals.MASE ? note(texts.indicators.forecastIntervals) : "",
  );
}

/** Shows the figure to expect next to the model's own. */
function expectedText(
  { indicators }: ModelInfo,
  { expected, heldOutBy }: ChosenMetric,
  { indicators: texts, metrics }: ReportTexts,
): string {
  const { indicator, value, interval, models } = expected;
  const write = (figure: number) => formatMetric(indicator, figure);
  const within = new Map([
    ["expected", write(value)],
    ...(interval ? [["interval", texts.range(write(interval.lower), write(interval.upper))] as const] : []),
  ]);
  return fillTemplate(
    texts.expected,
    new Map([
      ["metric", metrics[indicator]],
      ["found", formatMetric(indicator, indicators[indicator])],
      ["expected", interval ? fillTemplate(texts.expectedWithin, within) : write(value)],
      ["models", formatNumber(models)],
      ["rows", texts.expectedOn[heldOutBy?.rows ?? "random"]],
    ]),
  );
}

/** Says that whole groups were held out. */
function wholeText(validation: ModelInfo["validation"], { indicators }: ReportTexts): string {
  const { groupedBy, groupColumns = [], groups = 0 } = validation;
  if (areLaterGroups(validation)) return indicators.wholeLaterGroups(groupColumns.join(", "), groups);
  if (groupedBy === "copies") return indicators.wholeCopies(groups);
  return groupedBy ? indicators.wholeBlocks(groups) : indicators.wholeGroups(groupColumns.join(", "), groups);
}

/** Returns what the bootstrap drew for the intervals: groups together, rows in order of time in blocks. */
function drawnOf({ method, rows, groups }: ModelInfo["validation"]): "rows" | "groups" | "blocks" {
  if (rows === "time" || method === "latest" || method === "rolling_origin") return "blocks";
  return groups === undefined ? "rows" : "groups";
}

/** Writes a metric; a dash for none. */
function formatMetric(name: MetricName, value: number | null | undefined): string {
  return formatNullable(value == null ? value : roundMetric(name, value));
}

/** Writes an interval, its limits with `write`; a dash for none. */
export function formatInterval(interval: { lower: number; upper: number } | undefined, texts: ReportTexts, write = formatNumber): string {
  return interval ? texts.indicators.range(write(interval.lower), write(interval.upper)) : "–";
}

/** Returns the metrics of each algorithm alone, for models with several algorithms. */
export function nodesSection({ nodes = [], indicators }: ModelInfo, texts: ReportTexts): string {
  if (nodes.length === 0) return "";
  const names = Object.keys(indicators) as MetricName[];
  const cellOf = (name: MetricName, { indicators: figures, intervals = {} }: (typeof nodes)[number]) => {
    const interval = intervals[name] && ` (${formatInterval(intervals[name], texts, (limit) => formatMetric(name, limit))})`;
    return `${formatMetric(name, figures[name])}${interval ?? ""}`;
  };
  const rows = nodes.map((node) => [node.id, algorithmLabel(node.algorithm, texts), ...names.map((name) => cellOf(name, node))]);
  return section(
    texts.nodes.title,
    wideTable([...texts.nodes.header, ...names.map((name) => texts.metrics[name])], rows),
    note(texts.nodes.note),
  );
}

/** Returns the importance of each column with its spread; empty for models without. */
export function importanceSection({ importance, importance_measure, importance_rows, response }: ModelInfo, texts: ReportTexts): string {
  if (importance.length === 0) return "";
  const measure = texts.importance.measures[importance_measure] ?? importance_measure;
  const unit = importance_measure === "RMSE" && response !== null ? texts.importance.inUnit(measure, response) : measure;
  const chart = barChart(
    texts.importance.title,
    unit,
    importance.map(({ column, importance: value, spread }) => ({ name: column, value, error: spread })),
  );
  return section(texts.importance.title, figure(chart, texts.importance.caption(importance_rows)));
}

/** Returns the tables of the largest and smallest errors, for numbers and classes. */
export function errorTables(
  found: Pick<NonNullable<ModelInfo["regression"]>, "largest_errors" | "smallest_errors">,
  texts: ReportTexts,
): string {
  const rowsOf = (errors: typeof found.largest_errors) =>
    errors.map(({ row, actual, predicted, error }) => [row + 1, formatCell(actual), formatCell(predicted), formatNullable(error)]);
  const one = (title: string, errors: typeof found.largest_errors) =>
    `<div><h3>${title}</h3>${table(texts.errors.header, rowsOf(errors))}</div>`;
  return `<div class="tables">${one(texts.errors.largest, found.largest_errors)}${one(texts.errors.smallest, found.smallest_errors)}</div>${note(texts.errors.note)}`;
}

const formatCell = (value: number | string): string => (typeof value === "number" ? formatNullable(value) : value);

/** Returns a share in per cent, and a dash for none. */
export const formatShare = (value: number | null): string => (value === null ? "–" : formatPercent(value));
