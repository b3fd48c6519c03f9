import { type ForecastError, lagName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { forecastSteps } from "../../data/time-series/forecast.js";
import { absoluteErrors, halfWidth, INTERVAL_LEVEL, laterCoverage } from "../../evaluation/conformal.js";
import { regressionIndicators } from "../../evaluation/regression.js";
import { numbersFrom } from "../../model/artifact/forecast.js";
import type { Graph } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createPace } from "../../numeric/pace.js";
import type { Series } from "../lesson.js";
import type { Trials } from "../trials.js";

/** Predictions made to measure forecasts: with far horizons not every held-out row begins one. */
const MOST_PREDICTIONS = 50_000;
/** Forecasts that are made at a time, so that a cancelled training stops soon. */
const AT_A_TIME = 64;

/** Forecasts of one number of periods ahead, in order of time. */
interface Compared {
  actual: number[];
  predicted: number[];
  naive: number[];
}

/**
 * How far off forecasts are, by periods ahead: from each held-out row on, the model of its trial, which knows only what
 * was before, predicts one period after the other, and each is compared with what came. Intervals are conformal
 * (Lei et al. 2018), made from the absolute errors of each number of periods ahead; their coverage is measured on the
 * later half of the forecasts with the earlier half's interval.
 */
export async function forecastErrors(
  { table, series }: { table: Table; series: Series },
  { trials }: Trials,
  context: FitContext,
): Promise<ForecastError[]> {
  const compared = Array.from({ length: series.horizon }, (): Compared => ({ actual: [], predicted: [], naive: [] }));
  const known = responseByPeriod(series);
  const pace = createPace(context);
  for (const [t, { graph, heldOut }] of trials.entries()) {
    const share = MOST_PREDICTIONS / (series.horizon * trials.length);
    const stride = Math.max(1, Math.ceil(heldOut.length / share));
    const starts = heldOut.filter((_, i) => i % stride === 0);
    for (let from = 0; from < starts.length; from += AT_A_TIME) {
      const rows = starts.subarray(from, from + AT_A_TIME);
      compare(compared, { rows, start: takeRows(table, rows), graph, series, known });
      if (pace.due()) await pace.rest((t + from / starts.length) / trials.length);
    }
  }
  return compared.map((step, i) => errorsOf(step, i + 1));
}

/** The known responses by the number of their period. */
function responseByPeriod({ periods, response }: Series): Map<number, number> {
  const column = periods.columns.find(({ name }) => name === response);
  const values = column?.values ?? new Float64Array(0);
  return new Map(Array.from(periods.index, (period, entry): [number, number] => [period, values[entry]]));
}

interface Forecasts {
  rows: Int32Array;
  start: Table;
  graph: Graph;
  series: Series;
  known: ReadonlyMap<number, number>;
}

function compare(into: readonly Compared[], { rows, start, graph, series, known }: Forecasts): void {
  const last = findColumn(start, lagName(series.response, 1));
  forecastSteps(numbersFrom(graph), start, series, series.horizon).forEach((values, step) => {
    rows.forEach((row, i) => {
      const actual = known.get(series.periods.index[series.entries[row]] + step) ?? Number.NaN;
      if (!Number.isFinite(actual) || !last || last.type === "s") return;
      into[step].actual.push(actual);
      into[step].predicted.push(values[i]);
      into[step].naive.push(last.values[i]);
    });
  });
}

function errorsOf({ actual, predicted, naive }: Compared, step: number): ForecastError {
  const came = Float64Array.from(actual);
  const errors = absoluteErrors(came, predicted);
  const { RMSE = null, MAE = null } = regressionIndicators(came, Float64Array.from(predicted));
  return {
    step,
    rows: came.length,
    RMSE,
    MAE,
    naive_RMSE: regressionIndicators(came, Float64Array.from(naive)).RMSE ?? null,
    half_width: halfWidth(errors, INTERVAL_LEVEL) ?? null,
    coverage: laterCoverage(errors, INTERVAL_LEVEL),
  };
}
