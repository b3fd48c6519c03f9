import {
  type EvaluationWarning,
  lagName,
  type ModelInput,
  type ModelSpec,
  pluralizeShare,
  type SeriesPeriod,
  seriesSourceColumns,
} from "@agatha/contracts";
import { requireNumbers, type Table, takeRows } from "../../data/tables/table.js";
import { eventColumns } from "../../data/time-series/empty-periods.js";
import { lagTable, withPeriodValues, withSeriesColumn } from "../../data/time-series/lags.js";
import { resampleToPeriods } from "../../data/time-series/periods.js";
import { fillResponse, proposedNames, readProposedInputs, withProposedInputs } from "../../data/time-series/proposed-inputs.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { matchColumns } from "./match-columns.js";
import type { ModelInputRows } from "./model-input-rows.js";
import { withLastPeriods } from "./with-last-periods.js";

export interface SeriesInputs {
  inputs: readonly Pick<ModelInput, "name">[];
  response: string;
  timeSeries: NonNullable<ModelSpec["timeSeries"]>;
  timezone: string;
  /** Period that the model learned; models of earlier versions have none, and count by that of the test rows. */
  period?: SeriesPeriod | undefined;
  lastPeriods?: ServingModel["lastPeriods"];
}

interface SeriesInputRows extends ModelInputRows {
  /** Row that stands for the period of each row of the test table; -1 of rows without one. */
  rowOf: Int32Array;
}

/**
 * Returns the input rows of a time series: one for each period whose past is among the test rows or at the end of the training, all the
 * lags before it known. Warns of others that have a response. Throws InvalidInput (evaluationInputColumns, timeColumnCount) when columns
 * do not match or the times are not those of the model's periods.
 */
export function seriesInputRows(
  test: Table,
  { inputs, response, timeSeries, timezone, period, lastPeriods }: SeriesInputs,
): SeriesInputRows {
  const { time, lags, series, knownAhead = [] } = timeSeries;
  const sources = seriesSourceColumns(inputs, { time, response, series, knownAhead });
  const { table, warnings } = matchColumns(test, sources);
  const columns = sources.filter(({ type }) => type === "n").map(({ name }) => name);
  const source = { time, columns, series, timezone, period, events: eventColumns(timeSeries, response) };
  const last = period && lastPeriods?.({ time, columns });
  const periods = resampleToPeriods(last ? withLastPeriods(table, last, { ...source, period }) : table, source);
  const names = inputs.map(({ name }) => name).filter((name) => !knownAhead.includes(name));
  const proposed = readProposedInputs(names, { time, response, lags });
  const recent = lagTable(periods, lags);
  const past =
    proposedNames(proposed).length === 0
      ? recent
      : withProposedInputs(recent, periods, { inputs: proposed, filled: fillResponse(periods, response), timezone });
  const lagged = withSeriesColumn(withPeriodValues(past, periods, knownAhead), periods, series);
  const needed = [...Array.from({ length: lags }, (_, k) => k + 1), ...proposed.lags];
  const before = needed.map((lag) => requireNumbers(lagged, lagName(response, lag)));
  const hasPast = (entry: number) => before.every((values) => Number.isFinite(values[entry]));
  const isAsked = (entry: number) => periods.rows[entry] >= 0 && periods.rows[entry] < table.nrow;
  const known = rowsWhere(periods.rows.length, (entry) => isAsked(entry) && hasPast(entry));
  const actual = requireNumbers({ nrow: periods.rows.length, columns: periods.columns }, response);
  const answered = rowsWhere(periods.rows.length, (entry) => isAsked(entry) && Number.isFinite(actual[entry]));
  const without = answered.filter((entry) => !hasPast(entry)).length;
  return {
    inputs: takeRows(lagged, known),
    rows: known.map((entry) => periods.rows[entry]),
    rowOf: periods.rowOf.subarray(0, table.nrow),
    warnings: without > 0 ? [...warnings, pastMissing(time, without, answered.length)] : warnings,
  };
}

function pastMissing(column: string, count: number, all: number): EvaluationWarning {
  const periods = pluralizeShare(count, all, "period", ["is not predicted and does", "are not predicted and do"]);
  const message = `${periods} not count, since values of the periods before are missing: add the rows before the first one if it is to count`;
  return { code: "past_missing", column, message };
}
