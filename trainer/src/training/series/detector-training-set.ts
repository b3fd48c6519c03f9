import { falseAlarmShare, type ModelWarning } from "@agatha/contracts";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import { type NumberColumn, type Table, takeRows } from "../../data/tables/table.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import { resampleToPeriods } from "../../data/time-series/periods.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { createPlan } from "../plan/create-plan.js";
import type { ModelRequest } from "../plan/plan.js";
import { MIN_TRAINING_ROWS, requireVariation } from "../plan/require-variation.js";
import { readSemilabel, trainingRows } from "../plan/semilabel.js";
import type { TrainingSet } from "../plan/training-set.js";
import { calendarEncoding, clockShiftsOf, withCalendarSeasons } from "./calendar-encoding.js";
import { chooseSeriesColumns, noSeriesColumns } from "./choose-series-columns.js";
import { unjudgedSeriesWarnings } from "./series-span-warnings.js";
import { tooFewPeriods } from "./usable-entries.js";

/**
 * Turns a validated request for outliers in series into a training set. It has a row for each period, in order of time, with the
 * time and the values of the columns. A period is a known anomaly if one of its rows is. Later periods are held out.
 */
export function prepareDetectorTrainingSet(
  request: ModelRequest & Required<Pick<ModelRequest, "timeSeries">>,
  table: Table,
  timezone: string,
): { trainingSet: TrainingSet; warnings: ModelWarning[] } {
  const { timeSeries, falseAlarms, maxFpr, semilabel } = request;
  const { time, series } = timeSeries;
  const chosen = chooseSeriesColumns(request, table, table.nrow);
  if (chosen.columns.length === 0) throw noSeriesColumns();
  const marked = semilabel === undefined ? undefined : readSemilabel(table, { ...request, semilabel });
  const isMarked = marked && ((row: number) => marked.anomalous[row] === 1);
  const periods = resampleToPeriods(table, { time, columns: chosen.columns, series, timezone, isMarked });
  const periodOf = (entry: number) => periodInSeries(periods.index[entry]);
  const entries = Int32Array.from(periods.index.keys()).sort((a, b) => periodOf(a) - periodOf(b) || a - b);
  if (entries.length < MIN_TRAINING_ROWS) throw tooFewPeriods(entries.length);
  const times: NumberColumn = { name: time, type: "d", values: periods.times };
  const all = withSeriesColumn({ nrow: entries.length, columns: [times, ...periods.columns] }, periods, series);
  const used = takeRows(all, entries);
  const layers = request.layers.map(({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, columns: [time, ...chosen.columns] })) }));
  const plan = createPlan({ ...request, layers }, [time, ...chosen.columns], entries.length);
  const [[node]] = plan.layers;
  const calendar = calendarEncoding(periods, { time, series, timezone });
  requireVariation(plan, used);
  const datasetRows = entries.map((entry) => periods.rows[entry]);
  const values = takeRows({ nrow: entries.length, columns: periods.columns }, entries);
  const known =
    semilabel === undefined
      ? undefined
      : readSemilabel(takeRows(table, datasetRows), { ...request, semilabel, anomalyValue: marked?.value ?? null });
  const places = Int32Array.from(entries.keys());
  const learned = known ? trainingRows(known, places).map((place) => entries[place]) : entries;
  return {
    trainingSet: {
      table: used,
      target: { kind: "none" },
      plan: {
        ...plan,
        layers: [[withCalendarSeasons(node, periods, clockShiftsOf(periods, calendar))]],
        chronological: true,
        calendar,
      },
      datasetRows,
      validation: { splitter: { rows: "time", periods: Int32Array.from(entries, periodOf) }, timeColumn: time },
      contamination: 0,
      falseAlarms,
      maxFpr: Math.min(maxFpr, falseAlarms ? falseAlarmShare(falseAlarms) : 1),
      semilabel: known,
      distanceSpace: fitDistanceEncoder(values, chosen.columns).encode(values),
    },
    warnings: [...periods.warnings, ...unjudgedSeriesWarnings(periods, learned), ...chosen.warnings],
  };
}
