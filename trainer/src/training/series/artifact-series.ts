/** The series that a saved model keeps: the values from which it forecasts, and the half widths of its intervals. */
import { periodNumber } from "../../data/time-series/calendar.js";
import { periodValues } from "../../data/time-series/period-values.js";
import { firstTime } from "../../data/time-series/periods.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import type { ForecastEvaluation } from "./forecast-evaluation.js";
import { nextInputs, nextStarts, pastOf } from "./forecast-starts.js";
import { intervalFloors } from "./interval-floor.js";
import { type KnownSpan, knownSpans, seriesOfShortPast } from "./known-spans.js";
import { seriesRanges, zeroLevelsOf } from "./learned-range.js";

type ArtifactSeries = NonNullable<TrainedModel["series"]>;

/** Returns the parameters that the model stores to forecast from other values than those of its training. */
export function toArtifactSeries(set: SeriesTrainingSet, { errors, scales }: ForecastEvaluation): ArtifactSeries {
  const { columns, knownAhead, lags, horizon, emptyPeriods, forecasts, periods, seriesColumn } = set;
  const spans = knownSpans(periods, set.response);
  const halfWidths = errors.map(({ half_width }) => half_width);
  const plan = knownAhead.length > 0 && { knownAhead: futureValues(set, spans) };
  const unmeasured = errors.findIndex(({ rows }) => rows === 0);
  const floors = intervalFloors(set);
  const [floor] = floors;
  const isShared = floors.every((each) => each === floor);
  const common = {
    columns: [...columns],
    lags,
    horizon,
    ...(emptyPeriods === "zero" && { emptyPeriods }),
    halfWidths,
    ...(isShared && floor !== undefined && { floor }),
    ...(unmeasured >= 0 && { measured: unmeasured }),
    ...plan,
  };
  const series = forecasts ? common : { ...common, next: nextLags(set, spans) };
  const lasts = lastNumbers(set, spans);
  if (!scales || seriesColumn === undefined) return forecasts ? { ...series, last: lasts[0] } : series;
  const { hierarchy, series: names = [] } = periods;
  const several = {
    column: seriesColumn,
    names: [...names],
    scales: [...scales],
    ...(!isShared && { floors: floors.map((each) => each ?? null) }),
    ...(hierarchy && {
      hierarchy: {
        columns: [...hierarchy.columns],
        series: hierarchy.series.map((values) => [...values]),
        nonNegative: [...hierarchy.nonNegative],
      },
    }),
  };
  return { ...series, several: { ...several, ...(forecasts ? { lasts } : { ranges: seriesRanges(set) }) } };
}

/**
 * Returns the number of the last period with a known response of each series, counted by the calendar as rows from clients are. If a
 * clock drifts, the steps of the table may give another number.
 */
function lastNumbers({ periods, timezone }: SeriesTrainingSet, spans: readonly KnownSpan[]): number[] {
  const calendar = { origin: firstTime(periods), period: periods.period, timezone };
  const numberOf = ({ last, count }: KnownSpan) => (count > 0 ? periodNumber(periods.times[last], calendar) : 0);
  return spans.map((span, code) => seriesPlace(code) + numberOf(span));
}

/** Returns the values that the table has of the columns known ahead, after the last known response of each series. */
function futureValues(set: SeriesTrainingSet, spans: readonly KnownSpan[]): ArtifactSeries["knownAhead"] {
  const { time, periods, knownAhead } = set;
  const valuesAt = periodValues(periods, knownAhead);
  const ends = new Map(Array.from(periods.index, (number): [number, number] => [seriesCode(number), number]));
  const future = spans.map(({ last: entry, count }, code) => {
    const last = count > 0 ? periods.index[entry] : seriesPlace(code);
    const ahead = Float64Array.from({ length: Math.max(0, (ends.get(code) ?? last) - last) }, (_, step) => last + 1 + step);
    return valuesAt(ahead).map(({ values }) => Array.from(values, finiteOrNull));
  });
  const zeroLevels = zeroLevelsOf(set);
  return { time, columns: [...knownAhead], lasts: lastNumbers(set, spans), future, ...(zeroLevels.length > 0 && { zeroLevels }) };
}

/** Returns what the period after the last known value of each series is predicted from. */
function nextLags(set: SeriesTrainingSet, spans: readonly KnownSpan[]): ArtifactSeries["next"] {
  const { periods, time, proposed } = set;
  const lasts = Int32Array.from(spans, ({ last }) => last);
  const before = nextStarts(set, lasts)?.before ?? [];
  const shortPast = seriesOfShortPast(periods, spans, pastOf(set));
  return {
    period: periods.period,
    times: Array.from(lasts, (last) => finiteOrNull(periods.times[last])),
    ...(shortPast.length > 0 && { shortPast }),
    lags: nextInputs(set, lasts).columns.map(({ name, values }) => ({ name, values: Array.from(values, finiteOrNull) })),
    ...(proposed && { proposed: { time, before: before.map((values) => Array.from(values, finiteOrNull)) } }),
  };
}
