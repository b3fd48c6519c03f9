import { lagName } from "@agatha/contracts";
import { type Column, findColumn, type Table } from "../tables/table.js";

/** Input columns of a series model. */
export interface LagFeatures {
  response: string;
  /** Other columns whose past the model uses. */
  columns: readonly string[];
  lags: number;
}

/**
 * Forecasts `horizon` periods for each row of a lag table. Each prediction becomes a lag of the next step, and every other column
 * keeps its last known value. Returns one array of predictions per period ahead.
 */
export function recursiveForecast(
  predict: (table: Table) => Float64Array,
  start: Table,
  inputs: LagFeatures,
  horizon: number,
): Float64Array[] {
  const steps: Float64Array[] = [];
  let seen = start;
  for (let step = 1; step <= horizon; step++) {
    const values = predict(seen);
    steps.push(values);
    if (step < horizon) seen = shiftLags(seen, values, inputs);
  }
  return steps;
}

/** Shifts the lags by one period. Columns that the table lacks are skipped. */
function shiftLags(table: Table, predicted: Float64Array, { response, columns, lags }: LagFeatures): Table {
  const later = new Map<string, Float64Array>([[lagName(response, 1), predicted]]);
  for (const name of columns) later.set(lagName(name, 1), carryLastObservation(table, name, lags));
  for (const name of [response, ...columns]) {
    for (let k = 2; k <= lags; k++) later.set(lagName(name, k), valuesOf(table, lagName(name, k - 1)));
  }
  return {
    nrow: table.nrow,
    columns: table.columns.map((column): Column => {
      const values = later.get(column.name);
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
