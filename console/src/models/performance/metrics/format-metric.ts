import type { ConfidenceInterval, MetricIntervals, MetricName, ModelInfo } from "@agatha/contracts";
import { roundMetric } from "@agatha/contracts/ranking/round-metric";
import { rangeText } from "../../../i18n/range-text.js";
import type { Format } from "../../../i18n/use-format.js";
import { PERCENT_METRICS, type RankedModel, type RankingBasis, rankingMetric } from "../../ranking.js";

/** Metrics that the model has. */
export function metricNames(info: ModelInfo): MetricName[] {
  return (Object.keys(info.indicators) as MetricName[]).filter((name) => info.indicators[name] != null);
}

/** Formats a metric. Shares are in per cent, and metrics without a unit have at most four decimals. */
export function formatMetric(format: Format, name: MetricName, value: number | null | undefined, digits?: number): string {
  if (value == null) return "–";
  if (PERCENT_METRICS.includes(name)) return format.percent(value);
  return format.number(roundMetric(name, value), digits);
}

/** Formats the interval of a metric; null if it has none. */
export function formatInterval(format: Format, name: MetricName, intervals: MetricIntervals): string | null {
  const interval = intervals[name];
  return interval ? `(${rangeText(formatMetric(format, name, interval.lower), formatMetric(format, name, interval.upper))})` : null;
}

/** The model's ranking metric with its name and its interval; null before it has one. */
export function formatRankingMetric(
  format: Format,
  { intervals, ...model }: RankedModel & { intervals: MetricIntervals },
  nameOf: (name: MetricName) => string,
  basis?: RankingBasis,
): string | null {
  const ranking = rankingMetric(model, basis);
  if (!ranking) return null;
  const { indicator, value } = ranking;
  return `${nameOf(indicator)} ${withInterval((each) => formatMetric(format, indicator, each), value, intervals[indicator])}`;
}

/** Writes a figure with its interval in brackets, or the interval alone. */
export function withInterval(toText: (value: number) => string, value: number | null, interval: ConfidenceInterval | undefined): string {
  const brackets = interval ? [`(${rangeText(toText(interval.lower), toText(interval.upper))})`] : [];
  return [...(value === null ? [] : [toText(value)]), ...brackets].join(" ");
}

/** Writes a figure with its interval in brackets; a dash for one that is not known. */
export function knownWithInterval(
  toText: (value: number) => string,
  value: number | null | undefined,
  interval: ConfidenceInterval | undefined,
): string {
  return value == null ? "–" : withInterval(toText, value, interval);
}
