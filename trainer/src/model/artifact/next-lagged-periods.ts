/** What comes next in each series of a model of lags, from the last values of its training. */
import { ERRORS, InvalidInput, type PredictionResult } from "@agatha/contracts";
import type { Column, Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import type { TrainedModel } from "./artifact.js";
import { ensureFew, SERIES_TOGETHER } from "./next-periods.js";
import { numericPredictor } from "./predict-forecast.js";

type Next = NonNullable<NonNullable<TrainedModel["series"]>["next"]>;

/**
 * Yields the predictions of the next periods of each series, in the order of the series. Throws InvalidInput (apiInputInvalid) for
 * rows, which have their own past, and for more than FORECAST_LIMIT values.
 */
export function* nextLaggedPeriods(model: TrainedModel, recent: Table, periods = model.series?.horizon ?? 1): Generator<PredictionResult> {
  const { series, graph, response, timezone } = model;
  const next = series?.next;
  if (!next || response === null) return;
  if (recent.nrow > 0) {
    const message = "Each row of this model has the values before its period, and is answered for itself: leave periods out, or the rows";
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "periods", message });
  }
  const { times } = next;
  ensureFew(times.length, periods);
  const latest = times.reduce<number>((most, time) => Math.max(most, time ?? most), Number.NEGATIVE_INFINITY);
  for (let from = 0; from < times.length; from += SERIES_TOGETHER) {
    const codes = Array.from(times.keys()).slice(from, from + SERIES_TOGETHER);
    const steps = recursiveForecast(numericPredictor(graph), nextRows(next, codes, series.several), { response, ...series }, periods);
    const rows = codes.flatMap((code, row) =>
      steps.map((values, k) => ({ code, k, value: times[code] === null ? Number.NaN : values[row] })),
    );
    yield {
      value: rows.map(({ value }) => (Number.isFinite(value) ? value : null)),
      interval: rows.map(({ code, k, value }) => {
        const width = (series.half_widths[k] ?? Number.NaN) * (series.several?.scales[code] ?? 1);
        return Number.isFinite(value - width) ? { lower: value - width, upper: value + width } : null;
      }),
      time: rows.map(({ code, k }) => new Date(addPeriods(times[code] ?? latest, k + 1, next.period, timezone)).toISOString()),
      ...(series.several && {
        series: rows.map(({ code }) => series.several?.names[code] ?? null),
        warning: rows.map(({ code }) =>
          times[code] === null ? `${series.several?.names[code]} had no value of ${response} in training` : null,
        ),
      }),
    };
  }
}

/** Returns the inputs of the next period of some series. */
function nextRows({ lags }: Next, codes: readonly number[], several: { column: string; names: string[] } | undefined): Table {
  const columns = lags.map(
    ({ name, values }): Column => ({ name, type: "n", values: Float64Array.from(codes, (code) => values[code] ?? Number.NaN) }),
  );
  if (several) columns.push({ name: several.column, type: "s", levels: several.names, codes: Int32Array.from(codes) });
  return { nrow: codes.length, columns };
}
