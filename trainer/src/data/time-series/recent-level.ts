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

/** Level of a fitted model, with the least and the greatest response that it learned, counted from the level. */
export interface LearnedLevel extends RecentLevel {
  range: readonly [least: number, greatest: number];
}

/**
 * Largest distance of a response from the level, in its unit. A larger one counts as this: after weeks without demand, any demand
 * would be farther.
 */
const MAX_FROM_LEVEL = 10;

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
  const zeros = new Float64Array(table.nrow);
  const change = (column: Column): Column => {
    if (column.type !== "n") return column;
    if (values.includes(column.name)) return { ...column, values: rounded(valuesFromLevel(column.values, level)) };
    if (scaled.includes(column.name)) return { ...column, values: rounded(valuesFromLevel(column.values, { ...level, center: zeros })) };
    return column;
  };
  return { nrow: table.nrow, columns: table.columns.map(change) };
}

function rounded(values: Float64Array): Float64Array {
  for (let row = 0; row < values.length; row++) values[row] = Math.fround(values[row]);
  return values;
}

function valuesFromLevel(values: Float64Array, { center, unit }: LevelOfRows): Float64Array {
  const counted = new Float64Array(values.length);
  for (let row = 0; row < counted.length; row++) counted[row] = (values[row] - center[row]) / unit[row];
  return counted;
}

/** Counts responses from the level of their rows. */
export function responsesFromLevel(values: Float64Array, level: LevelOfRows): Float64Array {
  return valuesFromLevel(values, level).map((value) => Math.min(MAX_FROM_LEVEL, Math.max(-MAX_FROM_LEVEL, value)));
}

/**
 * Returns the answers, counted from the level, in the unit of the data. They stay in the range that was learned. A forecast continues
 * from its own answers, and would grow without end beyond that range.
 */
export function answersAtLevel(
  answers: Float64Array,
  { range: [least, greatest] }: LearnedLevel,
  { center, unit }: LevelOfRows,
): Float64Array {
  return answers.map((answer, row) => center[row] + unit[row] * Math.min(greatest, Math.max(least, answer)));
}
