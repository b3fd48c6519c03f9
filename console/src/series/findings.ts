/** Findings of the description of a time series, as texts and their values. Pure. */
import type { SeriesDescription } from "@agatha/contracts";
import { clockTime, type Format, formatTime } from "../i18n/format.js";
import { openWeekText } from "./open-week-text.js";

type Season = SeriesDescription["seasons"][number];

/** Key of a text and the values that it takes. */
interface Finding {
  key:
    | `rhythm.${SeriesDescription["rhythm"]}`
    | `season.${Season["unit"]}`
    | `trend.${SeriesDescription["trend"]["direction"]}`
    | "openDays"
    | "openHours"
    | "span"
    | "future"
    | "missingPeriods"
    | "missingValues"
    | "repeated"
    | "untimed"
    | "closed"
    | "noSeason"
    | "levelChange"
    | "outliers"
    | "unusualEnd"
    | "intermittent";
  values: Record<string, string | number>;
  /** Something that a user may want to change before a training. */
  isWarning?: true;
}

/** Least share of periods without rows, up to the last value, that looks like events. */
const MIN_EMPTY_SHARE = 0.3;

/** Returns whether so many periods have no row, and no value is below 0, that the rows may be events, such as orders. */
export function hasSparseRows({ missing_periods, periods, future_periods = 0, points }: SeriesDescription): boolean {
  const isAmount = points.every(({ value }) => value === null || value >= 0);
  return isAmount && missing_periods >= MIN_EMPTY_SHARE * (periods - future_periods);
}

/** Sentences about the series, in the order in which they are read. */
export function findingsOf(
  description: SeriesDescription,
  format: Pick<Format, "number" | "percent" | "weekday">,
  timezone = "UTC",
): Finding[] {
  const { rhythm, first, last, periods } = description;
  const timeOf = (iso: string) => formatTime(clockTime(iso, timezone));
  const span: Finding = {
    key: "span",
    values: { count: periods, periods: format.number(periods), first: timeOf(first), last: timeOf(last), zone: timezone },
  };
  if (rhythm === "irregular") return [{ key: "rhythm.irregular", values: {}, isWarning: true }, span];
  return [
    ...rhythmFindings(description, format),
    span,
    ...futureFindings(description, format),
    ...gapFindings(description, format),
    ...seasonFindings(description, format),
    ...trendFindings(description, format),
    ...unusualFindings(description, { ...format, timeOf }),
  ];
}

function rhythmFindings({ rhythm, period }: SeriesDescription, format: Pick<Format, "weekday">): Finding[] {
  const plain: Finding = { key: `rhythm.${rhythm}`, values: {} };
  const week = openWeekText(period, format);
  if (week === undefined || !period?.open) return [plain];
  return period.unit === "weekday" ? [{ key: "openDays", values: { week } }] : [plain, { key: "openHours", values: { week } }];
}

function futureFindings({ future_periods = 0 }: SeriesDescription, format: Pick<Format, "number">): Finding[] {
  return future_periods === 0 ? [] : [{ key: "future", values: { count: format.number(future_periods) } }];
}

function gapFindings(description: SeriesDescription, format: Pick<Format, "number">): Finding[] {
  const counts = {
    missingPeriods: description.missing_periods,
    missingValues: description.missing_values,
    repeated: description.repeated_rows,
    untimed: description.untimed_rows,
    closed: description.closed_rows ?? 0,
  };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((key) => counts[key] > 0)
    .map((key) => ({ key, values: { count: format.number(counts[key]) }, isWarning: true }));
}

function seasonFindings({ seasons }: SeriesDescription, format: Pick<Format, "percent">): Finding[] {
  if (seasons.length === 0) return [{ key: "noSeason", values: {} }];
  return seasons.map(({ unit, strength }) => ({ key: `season.${unit}`, values: { strength: format.percent(strength) } }));
}

function trendFindings({ trend }: SeriesDescription, format: Pick<Format, "number">): Finding[] {
  return [{ key: `trend.${trend.direction}`, values: { from: format.number(trend.from), to: format.number(trend.to) } }];
}

function unusualFindings(
  { level_changes, outliers, unusual_end, intermittent, zero_share }: SeriesDescription,
  { timeOf, ...format }: Pick<Format, "number" | "percent"> & { timeOf(iso: string): string },
): Finding[] {
  const [outlier] = outliers;
  return [
    ...level_changes.map(({ time, change }): Finding => {
      const sign = change > 0 ? "+" : "";
      return { key: "levelChange", values: { time: timeOf(time), change: `${sign}${format.number(change)}` }, isWarning: true };
    }),
    ...(outlier === undefined
      ? []
      : [
          {
            key: "outliers" as const,
            values: { count: format.number(outliers.length), value: format.number(outlier.value), time: timeOf(outlier.time) },
            isWarning: true as const,
          },
        ]),
    ...(unusual_end
      ? [
          {
            key: "unusualEnd" as const,
            values: {
              value: format.number(unusual_end.value),
              time: timeOf(unusual_end.time),
              lower: format.number(unusual_end.lower),
              upper: format.number(unusual_end.upper),
            },
            isWarning: true as const,
          },
        ]
      : []),
    ...(intermittent ? [{ key: "intermittent" as const, values: { share: format.percent(zero_share) } }] : []),
  ];
}
