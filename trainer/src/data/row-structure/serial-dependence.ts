import { autocorrelation } from "../../numeric/series/seasonal-decomposition.js";
import { ranks } from "../profiling/association-measures.js";
import type { Column } from "../tables/table.js";
import { columnCodes } from "./group-codes.js";

/** Lags that are looked at; a week of days is among them. */
const LAGS = 10;
/** 99 % quantile of the chi-squared distribution with as many degrees of freedom. */
const MAX_STATISTIC = 23.209;

/**
 * Returns true if the values of rows that are near each other in the table are related: the test of Ljung and Box (1978) on the ranks
 * of numbers, or on which rows have the most frequent text, finds less than 1 % probability that they are in random order.
 */
export function isSeriallyDependent(column: Column): boolean {
  const values = column.type === "s" ? indicatorOfMostFrequent(column) : ranks(column.values.filter(Number.isFinite));
  const n = values.length;
  if (n <= LAGS) return false;
  let sum = 0;
  for (let lag = 1; lag <= LAGS; lag++) sum += autocorrelation(values, lag) ** 2 / (n - lag);
  return n * (n + 2) * sum > MAX_STATISTIC;
}

/** Returns 1 for the rows with the most frequent value, and 0 for others. */
export function indicatorOfMostFrequent(column: Column): Float64Array {
  const { codes, count } = columnCodes(column);
  const sizes = new Int32Array(count);
  for (const code of codes) sizes[code]++;
  const mostFrequent = sizes.reduce((most, size, code) => (size > sizes[most] ? code : most), 0);
  return Float64Array.from(codes, (code) => (code === mostFrequent ? 1 : 0));
}
