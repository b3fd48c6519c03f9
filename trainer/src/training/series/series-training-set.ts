import {
  ERRORS,
  type HierarchyParams,
  InvalidInput,
  isForecaster,
  lagName,
  type ModelWarning,
  pluralize,
  pluralizeShare,
} from "@agatha/contracts";
import type { SeasonParams } from "../../algorithms/base/forecaster.js";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { findColumn, type NumberColumn, requireNumbers, type Table, takeRows } from "../../data/tables/table.js";
import { calendarSeason, calendarSeasons } from "../../data/time-series/calendar.js";
import { readHierarchy } from "../../data/time-series/hierarchy.js";
import { lagTable, withPeriodValues, withSeriesColumn } from "../../data/time-series/lags.js";
import { type Periods, resampleToPeriods } from "../../data/time-series/periods.js";
import { withSums } from "../../data/time-series/sums.js";
import { LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import type { Target } from "../../numeric/matrix.js";
import { periodInSeries, seriesCode } from "../../numeric/series/series-places.js";
import { createPlan } from "../plan/create-plan.js";
import type { ModelRequest, Plan, PlannedNode } from "../plan/plan.js";
import { MIN_TRAINING_ROWS, requireVariation } from "../plan/require-variation.js";
import { readTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { horizonOfData } from "./horizon-of-data.js";
import { seriesSpanWarnings } from "./series-span-warnings.js";

type SeriesRequest = ModelRequest & Required<Pick<ModelRequest, "timeSeries" | "response">>;

/**
 * Turns a validated time series request into a training set. It has a row for each period whose response is known, together with
 * the response of as many periods before as the model uses. The inputs are the values of the periods before.
 */
export function prepareSeriesTrainingSet(
  request: SeriesRequest,
  table: Table,
  { totalRows, timezone }: { totalRows: number; timezone: string },
): { trainingSet: TrainingSet; warnings: ModelWarning[] } {
  const { response, timeSeries } = request;
  const { time, lags, cutoffs, series: seriesColumn, knownAhead = [] } = timeSeries;
  const predicted = findColumn(table, response);
  // Refuses text, dates and constant columns.
  if (predicted) readTarget(predicted, "REGRESSION");
  if (request.layers.some(({ nodes }) => nodes.some(({ algorithm }) => isForecaster(algorithm))))
    return prepareForecastTrainingSet(request, table, timezone);
  const chosen = chooseSeriesColumns(request, table, totalRows);
  const named = request.layers.flatMap(({ nodes }) => nodes.flatMap(({ columns = chosen.columns }) => columns));
  const columns = [...new Set(named)];
  const periods = resampleToPeriods(table, { time, columns: [response, ...columns], series: seriesColumn, timezone });
  const lagged = withSeriesColumn(withPeriodValues(lagTable(periods, lags), periods, knownAhead), periods, seriesColumn);
  const { entries, target, warnings } = usableEntries(periods, lagged, { response, lags });
  const series = {
    time,
    response,
    columns,
    knownAhead,
    lags,
    horizon: timeSeries.horizon ?? horizonOfData(periods, response, knownAhead),
    cutoffs,
    timezone,
    seriesColumn,
    periods,
    entries,
    forecasts: false,
  };
  const datasetRows = entries.map((entry) => periods.rows[entry]);

  const lagsOf = (names: readonly string[]) => [
    ...[response, ...names].flatMap((name) => Array.from({ length: lags }, (_, k) => lagName(name, k + 1))),
    ...names.filter((name) => knownAhead.includes(name)),
    ...(seriesColumn === undefined ? [] : [seriesColumn]),
  ];
  const plan = createPlan(withLagColumns(request, lagsOf), lagsOf(chosen.columns), entries.length);
  const used = takeRows(lagged, entries);
  requireVariation(plan, used);
  return {
    trainingSet: {
      table: used,
      target,
      plan: { ...plan, chronological: true },
      datasetRows,
      contamination: 0,
      series,
    },
    warnings: [...periods.warnings, ...seriesSpanWarnings(periods, response, false), ...warnings, ...chosen.warnings],
  };
}

/**
 * Turns a request for forecasters into a training set. It has a row for each period whose response is known, with the time and, for
 * the naive forecast, the value before.
 */
function prepareForecastTrainingSet(
  request: SeriesRequest,
  table: Table,
  timezone: string,
): { trainingSet: TrainingSet; warnings: ModelWarning[] } {
  const { response, timeSeries } = request;
  const { time, cutoffs, knownAhead = [], hierarchy } = timeSeries;
  const { periods, seriesColumn, summed } = hierarchy
    ? hierarchyPeriods({ ...request.timeSeries, hierarchy, response }, table, timezone)
    : {
        seriesColumn: timeSeries.series,
        periods: resampleToPeriods(table, { time, columns: [response, ...knownAhead], series: timeSeries.series, timezone }),
        summed: [],
      };
  const before = withPeriodValues(lagTable(periods, 1), periods, knownAhead);
  const { entries, target, warnings } = usableEntries(periods, before, { response, lags: 0 });
  const times: NumberColumn = { name: time, type: "d", values: periods.times };
  const layers = request.layers.map(({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, columns: [time, ...knownAhead] })) }));
  const plan = createPlan({ ...request, layers }, [time, ...knownAhead], entries.length);
  return {
    trainingSet: {
      table: takeRows(
        withSeriesColumn({ nrow: periods.times.length, columns: [times, ...before.columns] }, periods, seriesColumn),
        entries,
      ),
      target,
      plan: {
        ...plan,
        layers: plan.layers.map((layer) => layer.map((node) => withCalendarSeasons(node, periods))),
        chronological: true,
        calendar: calendarEncoding(periods, { time, series: seriesColumn, timezone }),
      },
      datasetRows: entries.map((entry) => periods.rows[entry]),
      contamination: 0,
      series: {
        time,
        response,
        columns: knownAhead,
        knownAhead,
        lags: 1,
        horizon: timeSeries.horizon ?? horizonOfData(periods, response, knownAhead),
        cutoffs,
        reconciliation: hierarchy?.reconciliation === "auto" ? undefined : hierarchy?.reconciliation,
        timezone,
        seriesColumn,
        periods,
        entries,
        forecasts: true,
      },
    },
    warnings: [
      ...periods.warnings,
      ...(hierarchy ? summed : seriesSpanWarnings(periods, response, true)),
      ...warnings,
      ...unusedColumnWarnings(request),
    ],
  };
}

/** Returns the periods of the series that the columns of a hierarchy name, and of their sums. */
function hierarchyPeriods(
  { time, response, hierarchy }: { time: string; response: string; hierarchy: HierarchyParams },
  table: Table,
  timezone: string,
) {
  const { column, values } = readHierarchy(table, hierarchy.columns);
  const columns = table.columns.filter(({ name }) => name === time || name === response);
  const named: Table = { nrow: table.nrow, columns: [...columns, column] };
  const lowest = resampleToPeriods(named, { time, columns: [response], series: column.name, timezone });
  const { periods, warnings } = withSums(lowest, values, hierarchy);
  return { periods, seriesColumn: column.name, summed: warnings };
}

/** Warns of each column that the request names and that is not known ahead: forecasters learn from no other columns. */
function unusedColumnWarnings({ response, columns = [], layers, timeSeries: { knownAhead = [] } }: SeriesRequest): ModelWarning[] {
  const named = new Set([...columns, ...layers.flatMap(({ nodes }) => nodes.flatMap((node) => node.columns ?? []))]);
  const unused = [...named].filter((column) => !knownAhead.includes(column));
  return unused.map((column) => {
    const message = `${column} is not learned from: a forecaster goes on from the past of ${response}, with columns known ahead alone`;
    return { code: "not_learned_from", column, message };
  });
}

/** Returns the encoding of times as the numbers of their periods. */
export function calendarEncoding(
  { times, period, series: names, hierarchy }: Periods,
  { time, series, timezone }: { time: string; series: string | undefined; timezone: string },
): NonNullable<Plan["calendar"]> {
  const origin = times.reduce((first, at) => Math.min(first, at));
  const several = series !== undefined &&
    names && { name: series, names: [...names], ...(hierarchy && { columns: [...hierarchy.columns] }) };
  return { type: "p", name: time, origin, period, timezone, ...(several && { series: several }) };
}

/** A season of 0 is the calendar's, and so are the longer ones. */
export function withCalendarSeasons(node: PlannedNode, { period }: Periods): PlannedNode {
  if (!("season" in node.params)) return node;
  const season = node.params.season || calendarSeason(period);
  const longerSeason = "longerSeason" in node.params ? node.params.longerSeason : 1;
  const longer = longerSeason === 0 ? calendarSeasons(period).map(({ length }) => length) : [longerSeason];
  const params: SeasonParams = { ...node.params, season, longerSeasons: longer.filter((length) => length > season) };
  return { ...node, params: params as PlannedNode["params"] };
}

/** Gives every node of a series the lags of the response, and the lags of the columns that it names. */
function withLagColumns(request: SeriesRequest, lagsOf: (names: readonly string[]) => string[]): ModelRequest {
  const layers = request.layers.map(({ nodes }) => ({
    nodes: nodes.map((node) => (node.columns ? { ...node, columns: lagsOf(node.columns) } : node)),
  }));
  return { ...request, layers };
}

/**
 * Returns the requested columns, or else all numeric ones that do not identify the row. There may be none, since the response's
 * own past suffices.
 */
export function chooseSeriesColumns(
  request: Omit<SeriesRequest, "response"> & Pick<ModelRequest, "response">,
  table: Table,
  totalRows: number,
): { columns: string[]; warnings: ModelWarning[] } {
  const { time, series, knownAhead = [] } = request.timeSeries;
  if (request.columns) return { columns: [...new Set([...request.columns, ...knownAhead])], warnings: [] };
  const others = table.columns.filter(({ name }) => ![request.response, request.semilabel, time, series].includes(name));
  const ids = findIdentifierColumns(table, totalRows);
  for (const name of knownAhead) ids.delete(name);
  const warnings = others.flatMap(({ name, type }): ModelWarning[] => {
    if (type !== "n") {
      const message = `${name} holds no numbers and was left out: a time series learns from numbers only`;
      return [{ code: "not_numeric", column: name, message }];
    }
    return ids.has(name) ? [{ code: "names_the_row", column: name, message: `${name} only names the row and was left out` }] : [];
  });
  return { columns: others.map(({ name }) => name).filter((name) => !warnings.some(({ column }) => column === name)), warnings };
}

/** Error of a dataset without a column of numbers for a time series. */
export function noSeriesColumns(): InvalidInput {
  return new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message: "the dataset has no other column of numbers: choose one" });
}

/** Error of a time series of too few periods. */
export function tooFewPeriods(count: number): InvalidInput {
  const message = `a time series needs ${MIN_TRAINING_ROWS} periods at the least, and has ${count}`;
  return new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries", message });
}

/** Returns the entries with a response and a complete past, in order of time. */
function usableEntries(periods: Periods, lagged: Table, { response, lags }: { response: string; lags: number }) {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const past = Array.from({ length: lags }, (_, k) => requireNumbers(lagged, lagName(response, k + 1)));
  const known = Int32Array.from(values.keys()).filter((entry) => Number.isFinite(values[entry]));
  const periodOf = (entry: number) => periodInSeries(periods.index[entry]);
  const entries = known
    .filter((entry) => past.every((lag) => Number.isFinite(lag[entry])))
    .sort((a, b) => periodOf(a) - periodOf(b) || a - b);
  if (lags === 0 && entries.length < MIN_TRAINING_ROWS) throw tooFewPeriods(entries.length);
  if (entries.length < MIN_TRAINING_ROWS) {
    const message = `a time series needs ${MIN_TRAINING_ROWS} rows at the least with a value of ${response} and of its ${pluralize(lags, "previous period")}, and has ${entries.length}`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries.lags", message });
  }
  const column: NumberColumn = { name: response, type: "n", values: Float64Array.from(entries, (entry) => values[entry]) };
  const { target } = readTarget(column, "REGRESSION");
  return {
    entries,
    target: target as Target,
    warnings: entryWarnings(
      response,
      { all: values.length - countFuture(periods, values), known: known.length, used: entries.length },
      { lags, series: periods.series?.length ?? 1 },
    ),
  };
}

/** Returns the number of entries after the last known response of their series. They are the future, and no gaps. */
function countFuture({ index }: Periods, values: Float64Array): number {
  let count = 0;
  const met = new Set<number>();
  for (let entry = values.length - 1; entry >= 0; entry--) {
    const code = seriesCode(index[entry]);
    if (Number.isFinite(values[entry])) met.add(code);
    else if (!met.has(code)) count++;
  }
  return count;
}

function entryWarnings(
  response: string,
  { all, known, used }: Record<"all" | "known" | "used", number>,
  { lags, series }: Record<"lags" | "series", number>,
): ModelWarning[] {
  const warnings: ModelWarning[] = [];
  if (known < all)
    warnings.push({ code: "target_missing", message: `${pluralizeShare(all - known, all, "period", ["has", "have"])} no ${response}` });
  // The first periods of a series never have a complete past.
  if (known - used > lags * series) {
    const before = lags === 1 ? "the period before" : `all of the ${lags} periods before`;
    const message = `${pluralizeShare(known - used, known, "period", ["was", "were"])} not learned from: ${response} is not known for ${before}`;
    warnings.push({ code: "history_missing", message });
  }
  if (used < LEAVE_ONE_OUT_BELOW) {
    const message = `${used} periods are few: the figures come from predicting the later half one by one, and may be far off`;
    warnings.push({ code: "few_rows", message });
  }
  return warnings;
}
