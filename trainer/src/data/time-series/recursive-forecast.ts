import { lagName } from "@agatha/contracts";
import { type Column, findColumn, type Table } from "../tables/table.js";
import { flooredForecast, type LearnedRange, limitedForecast } from "./limited-forecast.js";
import { type ForecastStarts, laterProposedColumns, type ProposedInputs } from "./proposed-inputs.js";

/** Input columns of a series model. */
export interface LagFeatures {
  response: string;
  /** Other columns whose past the model uses. */
  columns: readonly string[];
  /** Those of them whose value of the predicted period it uses too. */
  knownAhead?: readonly string[];
  lags: number;
  /** Further inputs, proposed from the data. */
  proposed?: ProposedInputs | undefined;
}

/** Values of the columns known ahead at a period: for each the values of all rows, `step` periods after the first prediction. */
export type FutureValues = (step: number) => readonly Float64Array[];

interface ForecastStep {
  /** Inputs from which the period is predicted. */
  table: Table;
  values: Float64Array;
}

/**
 * Forecasts `horizon` periods for each row of a lag table. Each prediction becomes a lag of the next step. A column known ahead has
 * its value of each period, and every other column keeps its last known value. Proposed inputs need `starts`. Predictions from
 * predictions stay near the `learned` responses and the last known one. No prediction is below the floor of its series, and at a zero
 * level of a column known ahead it is 0. Returns the predictions per period ahead.
 */
export function recursiveForecast(
  predict: (table: Table) => Float64Array,
  start: Table,
  inputs: LagFeatures & { future?: FutureValues; starts?: ForecastStarts | undefined; learned?: LearnedRange | undefined },
  horizon: number,
): ForecastStep[] {
  const { proposed, starts } = inputs;
  const later = proposed && starts && laterProposedColumns(proposed, starts, horizon);
  const last = valuesOf(start, lagName(inputs.response, 1));
  const steps: ForecastStep[] = [];
  let table = start;
  for (let step = 1; step <= horizon; step++) {
    const predicted = predict(table);
    const limited = inputs.learned && step > 1 ? limitedForecast(predicted, inputs.learned, last) : predicted;
    const values = inputs.learned ? flooredForecast(limited, table, inputs.learned, last) : limited;
    steps.push({ table, values });
    if (step === horizon) break;
    table = shiftLags(table, values, inputs, inputs.future?.(step));
    if (later) table = withValues(table, new Map(later(values).map((column) => [column.name, column.values])));
  }
  return steps;
}

/** Shifts the lags by one period. Columns that the table lacks are skipped. Without `future`, columns known ahead are missing. */
function shiftLags(
  table: Table,
  predicted: Float64Array,
  { response, columns, knownAhead = [], lags }: LagFeatures,
  future: readonly Float64Array[] = [],
): Table {
  const later = new Map<string, Float64Array>([[lagName(response, 1), predicted]]);
  for (const name of columns) {
    later.set(lagName(name, 1), knownAhead.includes(name) ? valuesOf(table, name) : carryLastObservation(table, name, lags));
  }
  knownAhead.forEach((name, i) => {
    later.set(name, future[i] ?? new Float64Array(table.nrow).fill(Number.NaN));
  });
  for (const name of [response, ...columns]) {
    for (let k = 2; k <= lags; k++) later.set(lagName(name, k), valuesOf(table, lagName(name, k - 1)));
  }
  return withValues(table, later);
}

function withValues({ nrow, columns }: Table, changed: ReadonlyMap<string, Float64Array>): Table {
  return {
    nrow,
    columns: columns.map((column): Column => {
      const values = changed.get(column.name);
      return values && column.type !== "s" ? { ...column, values } : column;
    }),
  };
}

/** Returns each row's latest known value. */
function carryLastObservation(table: Table, name: string, lags: number): Float64Array {
  const latest = valuesOf(table, lagName(name, 1)).slice();
  for (let k = 2; k <= lags; k++) {
    const earlier = valuesOf(table, lagName(name, k));
    for (let i = 0; i < latest.length; i++) if (Number.isNaN(latest[i])) latest[i] = earlier[i];
  }
  return latest;
}

function valuesOf(table: Table, name: string): Float64Array {
  const column = findColumn(table, name);
  return column && column.type !== "s" ? column.values : new Float64Array(table.nrow).fill(Number.NaN);
}
