import type { Table } from "../tables/table.js";
import { forecastFloor } from "./forecast-floors.js";
import { type ZeroLevel, zeroAtLevels } from "./zero-levels.js";

/** Least and greatest response. */
export interface ResponseRange {
  min: number;
  max: number;
}

/** Range of all responses that a model has learned. */
export interface LearnedRange extends ResponseRange {
  /** Several series: the range of the learned responses of each row's series; null or undefined without any. */
  ofRows?: readonly (ResponseRange | null | undefined)[] | undefined;
  /** Values of columns known ahead at which all learned responses are 0. */
  zeroLevels?: readonly ZeroLevel[] | undefined;
}

/** Largest distance of a forecast from the learned responses and the last known value, in ranges of the learned responses. */
const REACH = 2;

/**
 * Returns forecasts that are not below the floor of their series, unless its last known value is, and that are 0 at zero levels of the
 * rows' columns known ahead.
 */
export function flooredForecast(values: Float64Array, rows: Table, learned: LearnedRange, last: Float64Array): Float64Array {
  const floored = values.map((value, row) => {
    const floor = forecastFloor((learned.ofRows?.[row] ?? learned).min, learned.min);
    return floor === undefined || last[row] < floor ? value : Math.max(floor, value);
  });
  return zeroAtLevels(floored, rows, learned.zeroLevels);
}

/**
 * Limits forecasts of rows whose last known values are `last`. Each prediction is an input of the next, so the forecasts of a model that
 * has learned few rows may grow without end (the "insanity filter" of Swanson and White 1995).
 */
export function limitedForecast(values: Float64Array, learned: LearnedRange, last: Float64Array): Float64Array {
  return values.map((value, row) => {
    const own = learned.ofRows?.[row] ?? learned;
    const reach = REACH * unitOf(own, learned, last[row]);
    const known = Number.isFinite(last[row]) ? last[row] : own.max;
    return Math.min(Math.max(own.max, known) + reach, Math.max(Math.min(own.min, known) - reach, value));
  });
}

/** Returns the range of all responses at the level of a series, or its own range where that is larger; that of all for one of zeros. */
function unitOf(own: ResponseRange, all: ResponseRange, last: number): number {
  const levelOf = ({ min, max }: ResponseRange) => Math.max(Math.abs(min), Math.abs(max));
  const range = all.max - all.min;
  const level = Math.max(levelOf(own), Number.isFinite(last) ? Math.abs(last) : 0);
  const ofLevel = level > 0 ? range * Math.min(1, level / levelOf(all)) : range;
  return Math.max(own.max - own.min, ofLevel);
}
