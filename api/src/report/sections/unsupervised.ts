import type { ModelInfo } from "@agatha/contracts";
import { histogram } from "../charts/marks.js";
import { formatDate, formatNumber, formatPercent } from "../format.js";
import { figure, paragraph, section, table } from "../html.js";
import type { ReportTexts } from "../texts.js";
import { formatInterval } from "./metrics.js";

/**
 * Returns what is known of anomalies, the limit on false alarms, the scores with their threshold and the most anomalous rows; empty for
 * other models. Rows count from 1.
 */
export function outlierSection({ outlier, record, intervals = {} }: ModelInfo, texts: ReportTexts): string {
  if (!outlier) return "";
  const T = texts.outlier;
  const { scores, threshold, most_anomalous, labels } = outlier;
  const area = labels?.roc.auc;
  const { falseAlarms, semilabel } = record?.recipe ?? {};
  const caption = (falseAlarms?.of === "alarms" ? T.captionAlone : T.caption)(scores.held_out === true);
  return section(
    T.title,
    labels && semilabel !== undefined
      ? paragraph(T.known(semilabel, labels.value === undefined ? T.anyValue : T.value(labels.value), labels.normal === true))
      : "",
    falseAlarms ? paragraph(T.limit[falseAlarms.of](falseAlarms.atMost, falseAlarms.outOf)) : "",
    area === null || area === undefined
      ? ""
      : paragraph(T.auc(formatPercent(area), formatInterval(intervals.roc_auc, texts, formatPercent))),
    figure(histogram(caption, { x: T.score, y: T.rows }, scores, threshold), caption),
    `<h3>${T.most}</h3>${table(
      T.header,
      most_anomalous.map(({ row, score }) => [row + 1, formatNumber(score)]),
    )}`,
  );
}

/** Returns a table with a column for each cluster. */
export function clusterSection({ clustering, inputs }: ModelInfo, texts: ReportTexts): string {
  if (!clustering) return "";
  const T = texts.clustering;
  const { clusters } = clustering;
  const dates = new Set(inputs.filter(({ type }) => type === "d").map(({ name }) => name));
  const names = clusters[0]?.center.map(({ column }) => column) ?? [];
  const cell = (column: string, value: number | string | null | undefined): string => {
    if (value === null || value === undefined) return "–";
    if (typeof value === "string") return value;
    return dates.has(column) ? formatDate(value) : formatNumber(value);
  };
  const rows = names.map((column, j) => [column, ...clusters.map(({ center }) => cell(column, center[j]?.value))]);
  const counts = [T.rows, ...clusters.map(({ rows: count }) => String(count))];
  return section(T.title, table([T.column, ...clusters.map(({ cluster }) => T.cluster(cluster))], [counts, ...rows]));
}
