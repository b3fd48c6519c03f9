/**
 * Fits an encoder on training rows. Numbers: the median replaces missing values, then the values are standardised, each only if
 * the algorithm asks for it. Dates: days since the epoch, month, weekday and hour, those that vary. Text: one indicator per level
 * seen. Uninformative columns are dropped, with the reason.
 */
import type { Encoding } from "../../algorithms/base/algorithm.js";
import { finiteValues } from "../../numeric/finite-values.js";
import { isEqualUpToRounding, meanAndDeviation, median, rangeOf } from "../../numeric/statistics.js";
import { countLevels, sortByFrequency } from "../tables/count-levels.js";
import { type Column, type NumberColumn, requireColumn, type Table, type TextColumn } from "../tables/table.js";
import { datePart } from "./date-parts.js";
import { createEncoder, type Encoder } from "./encoder.js";
import { DATE_PARTS, type EncodedColumn, type Feature, LEVEL_LIMIT } from "./encoder-state.js";

export interface DroppedColumn {
  column: string;
  /** all_missing and constant: the column has no information; too_many_levels: more than LEVEL_LIMIT; too_large: the scale overflows. */
  reason: "all_missing" | "constant" | "too_many_levels" | "too_large";
}

interface FittedEncoder {
  encoder: Encoder;
  dropped: DroppedColumn[];
}

/** Fits an encoder. `columns` must be in the table. The encoder has 0 features when every column is dropped. */
export function fitEncoder(table: Table, columns: readonly string[], encoding: Encoding): FittedEncoder {
  const encoded: EncodedColumn[] = [];
  const dropped: DroppedColumn[] = [];
  for (const name of columns) {
    const column = requireColumn(table, name);
    const result = column.type === "s" ? fitOneHot(column, encoding) : fitNumericColumn(column, encoding);
    if (typeof result === "string") dropped.push({ column: name, reason: result });
    else encoded.push(result);
  }
  return { encoder: createEncoder({ columns: encoded }), dropped };
}

function fitNumericColumn(column: NumberColumn, encoding: Encoding): EncodedColumn | DroppedColumn["reason"] {
  const { name, type, values } = column;
  if (type === "n") {
    const feature = fitFeature(values, encoding);
    return typeof feature === "string" ? feature : { type, name, ...feature };
  }
  const parts = DATE_PARTS.flatMap((part) => {
    const feature = fitFeature(datePart(values, part), encoding);
    return typeof feature === "string" ? [] : [{ part, ...feature }];
  });
  if (parts.length > 0) return { type, name, parts };
  return values.some(Number.isFinite) ? "constant" : "all_missing";
}

function fitFeature(values: Float64Array, encoding: Encoding): Feature | DroppedColumn["reason"] {
  const present = finiteValues(values);
  if (present.length === 0) return "all_missing";
  if (present.every((value) => value === present[0])) return "constant";
  const fill = encoding.missing === "impute" ? median(present) : undefined;
  if (encoding.scale === "none") return { fill, center: 0, scale: 1 };
  const { mean, deviation } = meanAndDeviation(present, fill ?? 0, fill === undefined ? 0 : values.length - present.length);
  if (!Number.isFinite(deviation)) return "too_large";
  // A scale of rounding errors would blow them up; the deviation of tiny values underflows.
  if (isEqualUpToRounding(rangeOf(present)) || deviation === 0) return "constant";
  return { fill, center: mean, scale: deviation };
}

function fitOneHot(column: TextColumn, encoding: Encoding): EncodedColumn | DroppedColumn["reason"] {
  const { name, codes } = column;
  const seen = sortByFrequency(countLevels(column));
  if (seen.length === 0) return "all_missing";
  if (seen.length > LEVEL_LIMIT) return "too_many_levels";
  if (seen[0].count === codes.length) return "constant";
  const present = seen.reduce((sum, { count }) => sum + count, 0);
  const indicators = seen.map(({ value, count }) => ({ level: value, ...fitIndicator(count, present, codes.length, encoding) }));
  return { type: "s", name, indicators };
}

/** Returns true for text that no model learns from, since it has too many levels. */
export function hasTooManyLevels(column: Column): boolean {
  return column.type === "s" && countLevels(column).length > LEVEL_LIMIT;
}

/** Fits the encoder of a space in which distances between rows are measured: every column is standardised and has no missing values. */
export function fitDistanceEncoder(table: Table, columns = table.columns.map(({ name }) => name)): Encoder {
  return fitEncoder(table, columns, { missing: "impute", scale: "standard" }).encoder;
}

/** Scales an indicator: `count` rows have the level, `present` rows have any level, `nrow` is the number of all rows. */
function fitIndicator(count: number, present: number, nrow: number, encoding: Encoding): Feature {
  const fill = encoding.missing === "impute" ? 0 : undefined;
  if (encoding.scale === "none") return { fill, center: 0, scale: 1 };
  const mean = count / (fill === undefined ? present : nrow);
  return { fill, center: mean, scale: Math.sqrt(mean * (1 - mean)) || 1 };
}
