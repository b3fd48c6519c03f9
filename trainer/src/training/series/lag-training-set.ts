import { lagName } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { eventColumns } from "../../data/time-series/empty-periods.js";
import { lagTable, withPeriodValues, withSeriesColumn } from "../../data/time-series/lags.js";
import { resampleToPeriods, takeEntries } from "../../data/time-series/periods.js";
import { proposedNames, withProposedInputs } from "../../data/time-series/proposed-inputs.js";
import { createPlan } from "../plan/create-plan.js";
import { leaveOutManyLevels } from "../plan/leave-out-many-levels.js";
import type { ModelRequest, Plan } from "../plan/plan.js";
import { requireVariation } from "../plan/require-variation.js";
import { chooseSeriesColumns } from "./choose-series-columns.js";
import { horizonOfData, withoutHorizonColumns } from "./horizon-of-data.js";
import { proposeInputs } from "./propose-inputs.js";
import type { PreparedSeries, SeriesRequest } from "./series-request.js";
import { seriesSpanWarnings } from "./series-span-warnings.js";
import { usableEntries } from "./usable-entries.js";

/**
 * Turns a request for models of lags into a training set. It has a row for each period whose response is known, together with
 * the response of as many periods before as the model uses. The inputs are the values of the periods before.
 */
export function prepareLagTrainingSet(
  request: SeriesRequest,
  table: Table,
  { totalRows, timezone }: { totalRows: number; timezone: string },
): PreparedSeries {
  const { response, timeSeries } = request;
  const { time, lags, cutoffs, series: seriesColumn, knownAhead = [], horizonColumns = [] } = timeSeries;
  const chosen = chooseSeriesColumns(request, table, totalRows);
  const named = request.layers.flatMap(({ nodes }) => nodes.flatMap(({ columns = chosen.columns }) => columns));
  const columns = [...new Set(named)];
  const read = [...new Set([response, ...columns, ...horizonColumns])];
  const all = resampleToPeriods(table, { time, columns: read, series: seriesColumn, timezone, events: eventColumns(timeSeries, response) });
  const periods = withoutHorizonColumns(all, [response, ...columns]);
  const further = timeSeries.lagInputs === "proposed" ? proposeInputs(periods, { time, response, lags, others: columns }) : undefined;
  const reach = Math.max(0, ...(further?.inputs.lags ?? []));
  const { entries, target, warnings } = usableEntries(periods, { response, lags, reach });
  const learned = takeEntries(periods, entries);
  const last = lagTable(periods, lags, entries);
  const past = further ? withProposedInputs(last, learned, { ...further, timezone }) : last;
  const used = withSeriesColumn(withPeriodValues(past, learned, knownAhead), learned, seriesColumn);
  const series = {
    time,
    response,
    columns,
    knownAhead,
    lags,
    emptyPeriods: timeSeries.emptyPeriods,
    proposed: further?.inputs,
    filled: further?.filled,
    horizon: horizonOfData(all, request),
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
    ...(further ? proposedNames(further.inputs) : []),
    ...names.filter((name) => knownAhead.includes(name)),
    ...(seriesColumn === undefined ? [] : [seriesColumn]),
  ];
  const plan = createPlan(withLagColumns(request, lagsOf), lagsOf(chosen.columns), entries.length);
  requireVariation(plan, used);
  return {
    trainingSet: {
      table: used,
      target,
      plan: {
        ...leaveOutManyLevels(plan, used),
        chronological: true,
        level: needsLevel(plan) ? further?.level : undefined,
        limits: { response, last: lagName(response, 1) },
      },
      datasetRows,
      contamination: 0,
      series,
    },
    warnings: [...periods.warnings, ...seriesSpanWarnings(periods, response, Math.max(lags, reach)), ...warnings, ...chosen.warnings],
  };
}

/** Returns true if no algorithm follows a level by itself. Differences from the level may be negative and have no logarithm. */
function needsLevel({ layers }: Plan): boolean {
  return layers.flat().every(({ algorithm, params }) => !algorithm.additive && !("logResponse" in params && params.logResponse));
}

/** Gives every node of a series the lags of the response, and the lags of the columns that it names. */
function withLagColumns(request: SeriesRequest, lagsOf: (names: readonly string[]) => string[]): ModelRequest {
  const layers = request.layers.map(({ nodes }) => ({
    nodes: nodes.map((node) => (node.columns ? { ...node, columns: lagsOf(node.columns) } : node)),
  }));
  return { ...request, layers };
}
