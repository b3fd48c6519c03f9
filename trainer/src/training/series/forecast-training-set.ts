import type { HierarchyParams, ModelWarning } from "@agatha/contracts";
import { type NumberColumn, type Table, takeRows } from "../../data/tables/table.js";
import { eventColumns } from "../../data/time-series/empty-periods.js";
import { readHierarchy } from "../../data/time-series/hierarchy.js";
import { lagTable, withPeriodValues, withSeriesColumn } from "../../data/time-series/lags.js";
import { resampleToPeriods } from "../../data/time-series/periods.js";
import { withSums } from "../../data/time-series/sums.js";
import { createPlan } from "../plan/create-plan.js";
import { calendarEncoding, clockShiftsOf, withCalendarSeasons } from "./calendar-encoding.js";
import { horizonOfData, withoutHorizonColumns } from "./horizon-of-data.js";
import type { PreparedSeries, SeriesRequest } from "./series-request.js";
import { seriesSpanWarnings } from "./series-span-warnings.js";
import { usableEntries } from "./usable-entries.js";

/**
 * Turns a request for forecasters into a training set. It has a row for each period whose response is known, with the time and, for
 * the naive forecast, the value before.
 */
export function prepareForecastTrainingSet(request: SeriesRequest, table: Table, timezone: string): PreparedSeries {
  const { response, timeSeries } = request;
  const { time, cutoffs, knownAhead = [], hierarchy } = timeSeries;
  const {
    periods: all,
    seriesColumn,
    summed,
  } = hierarchy ? hierarchyPeriods({ ...timeSeries, hierarchy, response }, table, timezone) : namedPeriods(request, table, timezone);
  const periods = withoutHorizonColumns(all, [response, ...knownAhead]);
  const before = withPeriodValues(lagTable(periods, 1), periods, knownAhead);
  const { entries, target, warnings } = usableEntries(periods, { response, lags: 0 });
  const times: NumberColumn = { name: time, type: "d", values: periods.times };
  const layers = request.layers.map(({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, columns: [time, ...knownAhead] })) }));
  const calendar = calendarEncoding(periods, { time, series: seriesColumn, timezone });
  const shifts = clockShiftsOf(periods, calendar);
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
        layers: plan.layers.map((layer) => layer.map((node) => withCalendarSeasons(node, periods, shifts))),
        chronological: true,
        calendar,
      },
      datasetRows: entries.map((entry) => periods.rows[entry]),
      contamination: 0,
      series: {
        time,
        response,
        columns: knownAhead,
        knownAhead,
        lags: 1,
        emptyPeriods: timeSeries.emptyPeriods,
        horizon: horizonOfData(all, request),
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
      ...(hierarchy ? summed : seriesSpanWarnings(periods, response)),
      ...warnings,
      ...unusedColumnWarnings(request),
    ],
  };
}

/** Returns the periods of a series, or of those that a column names. */
function namedPeriods({ response, timeSeries }: SeriesRequest, table: Table, timezone: string) {
  const { time, series, knownAhead = [], horizonColumns = [] } = timeSeries;
  const columns = [...new Set([response, ...knownAhead, ...horizonColumns])];
  return {
    seriesColumn: series,
    periods: resampleToPeriods(table, { time, columns, series, timezone, events: eventColumns(timeSeries, response) }),
    summed: [],
  };
}

/** Returns the periods of the series that the columns of a hierarchy name, and of their sums. */
function hierarchyPeriods(
  {
    time,
    response,
    hierarchy,
    emptyPeriods,
  }: Pick<SeriesRequest["timeSeries"], "time" | "emptyPeriods"> & { response: string; hierarchy: HierarchyParams },
  table: Table,
  timezone: string,
) {
  const { column, values } = readHierarchy(table, hierarchy.columns);
  const columns = table.columns.filter(({ name }) => name === time || name === response);
  const named: Table = { nrow: table.nrow, columns: [...columns, column] };
  const events = eventColumns({ emptyPeriods }, response);
  const lowest = resampleToPeriods(named, { time, columns: [response], series: column.name, timezone, events });
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
