/**
 * Values counted from the recent level of their row: a model of lags learns what series of different levels, or the beginning and the
 * end of a growing one, have in common. The level is the mean of the latest values, and the unit their root mean square.
 */
import { type Column, requireNumbers, type Table } from "../tables/table.js";

export interface RecentLevel {
  /** Inputs with the mean and the standard deviation of the same latest values. */
  mean: string;
  deviation: string;
  /** Inputs that are values of the response. */
  values: readonly string[];
  /** Inputs that are counted in the unit, but not from the level: differences of values, and the level itself. */
  scaled: readonly string[];
}

/** The level of each row, and the unit in which its values are counted. */
interface LevelOfRows {
  center: Float64Array;
  unit: Float64Array;
}

/** Returns the level of each row, NaN where its mean is missing. A single latest value has no deviation. */
export function levelOfRows(table: Table, { mean, deviation }: RecentLevel): LevelOfRows {
  const center = requireNumbers(table, mean);
  const spread = requireNumbers(table, deviation);
  return { center, unit: center.map((value, row) => Math.sqrt(value ** 2 + (spread[row] || 0) ** 2) || 1) };
}

/**
 * Returns the table with its inputs counted from the level, in 32 bits: what is equal but for the rounding of the division stays
 * equal.
 */
export function fromLevel(table: Table, { values, scaled }: RecentLevel, level: LevelOfRows): Table {
  const change = (column: Column): Column => {
    if (column.type !== "n") return column;
    if (values.includes(column.name)) return { ...column, values: valuesFromLevel(column.values, level).map(Math.fround) };
    if (scaled.includes(column.name)) return { ...column, values: column.values.map((value, row) => Math.fround(value / level.unit[row])) };
    return column;
  };
  return { nrow: table.nrow, columns: table.columns.map(change) };
}

/** Counts values from the level of their rows. */
export function valuesFromLevel(values: Float64Array, { center, unit }: LevelOfRows): Float64Array {
  return values.map((value, row) => (value - center[row]) / unit[row]);
}

/** Returns the values that were counted from the level. */
export function valuesAtLevel(values: Float64Array, { center, unit }: LevelOfRows): Float64Array {
  return values.map((value, row) => center[row] + unit[row] * value);
}
