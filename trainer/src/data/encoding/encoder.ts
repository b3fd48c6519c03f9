import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import { seriesPlace } from "../../numeric/series/series-places.js";
import { type Column, findColumn, type Table, type TextColumn } from "../tables/table.js";
import { periodNumber } from "../time-series/calendar.js";
import { hierarchyNames } from "../time-series/hierarchy.js";
import { datePart } from "./date-parts.js";
import type { EncodedColumn, EncoderState, Feature } from "./encoder-state.js";

/** Fitted transformer from tables to the numeric input of an algorithm. Immutable. */
export interface Encoder {
  readonly state: EncoderState;
  /** Number of encoded columns. */
  readonly featureCount: number;
  /**
   * Encodes a table; rows of the result are rows of the table. Columns are found by name. A column that the table lacks is
   * missing in every row. A level that training did not see is 0 in every indicator. Infinite numbers count as missing. Throws
   * InvalidInput when a column has another type.
   */
  encode(table: Table): Matrix;
}

type OneHotEncoding = Extract<EncodedColumn, { type: "s" }>;
type PeriodEncoding = Extract<EncodedColumn, { type: "p" }>;
type FeatureEncoding = Exclude<EncodedColumn, PeriodEncoding>;
type LevelIndexer = (levels: readonly string[]) => Int32Array;

/**
 * Returns the encoder of a fitted state: a table becomes a matrix of `featureCount` columns. `encode` throws if a column is
 * missing or of another type.
 */
export function createEncoder(state: EncoderState): Encoder {
  const featureCount = state.columns.reduce((sum, column) => sum + (column.type === "p" ? 1 : featuresOf(column).length), 0);
  const levelMaps = state.columns.map((column) => {
    if (column.type === "s") return createLevelIndexer(column.indicators.map(({ level }) => level));
    return column.type === "p" && column.series ? createLevelIndexer(column.series.names) : undefined;
  });
  return {
    state,
    featureCount,
    encode(table) {
      const columns: Float64Array[] = [];
      for (let j = 0; j < state.columns.length; j++) {
        const encoding = state.columns[j];
        const column = requireSameType(encoding, findEncodedColumn(table, j, encoding.name));
        if (encoding.type === "p") columns.push(encodePeriods(encoding, column, table, levelMaps[j]));
        else columns.push(...encodeColumn(encoding, column, levelMaps[j], table.nrow));
      }
      return { nrow: table.nrow, ncol: columns.length, columns };
    },
  };
}

function featuresOf(column: FeatureEncoding): readonly Feature[] {
  if (column.type === "n") return [column];
  return column.type === "d" ? column.parts : column.indicators;
}

/** Tables made for this encoder have their columns in its order, so the same position is tried before the search. */
function findEncodedColumn(table: Table, position: number, name: string): Column | undefined {
  const expected = table.columns[position];
  return expected?.name === name ? expected : table.columns.find((column) => column.name === name);
}

function requireSameType(encoding: EncodedColumn, column: Column | undefined): Column | undefined {
  const wanted = encoding.type === "p" ? "d" : encoding.type;
  if (column && column.type !== wanted) {
    const message = `is of type ${column.type}, but the model learned from type ${wanted}: change the column's type`;
    throw new InvalidInput(ERRORS.evaluationInputColumns, { path: encoding.name, message });
  }
  return column;
}

function encodePeriods(calendar: PeriodEncoding, column: Column | undefined, table: Table, codesOf?: LevelIndexer): Float64Array {
  if (!column || column.type === "s") return new Float64Array(table.nrow).fill(Number.NaN);
  const numbers = column.values.map((time) => periodNumber(time, calendar));
  if (!calendar.series) return numbers;
  const codes = codesOf && seriesCodes(calendar.series, table, codesOf);
  if (!codes) return numbers.fill(Number.NaN);
  return numbers.map((number, row) => {
    const code = codes[row] ?? -1;
    return code < 0 ? Number.NaN : number + seriesPlace(code);
  });
}

/** Returns the code of each row's series, negative or undefined where the encoder does not know it. */
function seriesCodes(
  { name, columns }: NonNullable<PeriodEncoding["series"]>,
  table: Table,
  codesOf: LevelIndexer,
): ArrayLike<number | undefined> | undefined {
  if (columns) return codesOf(hierarchyNames(table, columns));
  const named = findColumn(table, name);
  if (named?.type !== "s") return undefined;
  const codes = codesOf(named.levels);
  return Array.from(named.codes, (code) => codes[code]);
}

function encodeColumn(
  encoding: FeatureEncoding,
  column: Column | undefined,
  levelMap: LevelIndexer | undefined,
  nrow: number,
): Float64Array[] {
  if (!column)
    return featuresOf(encoding).map(({ fill, center, scale }) => new Float64Array(nrow).fill(((fill ?? Number.NaN) - center) / scale));
  if (encoding.type === "s") return encodeOneHot(encoding, column as TextColumn, (levelMap as LevelIndexer)((column as TextColumn).levels));
  if (column.type === "s") return [];
  if (encoding.type === "n") return [imputeAndScale(column.values, encoding)];
  return encoding.parts.map((part) => imputeAndScale(datePart(column.values, part.part), part));
}

function imputeAndScale(values: Float64Array, { fill = Number.NaN, center, scale }: Feature): Float64Array {
  const encoded = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    // An infinite value minus itself is NaN.
    encoded[i] = ((value - value === 0 ? value : fill) - center) / scale;
  }
  return encoded;
}

function encodeOneHot({ indicators }: OneHotEncoding, column: TextColumn, map: Int32Array): Float64Array[] {
  const encoded = indicators.map(({ center, scale }) => new Float64Array(column.codes.length).fill((0 - center) / scale));
  for (let i = 0; i < column.codes.length; i++) {
    const code = column.codes[i];
    if (code < 0) {
      for (let k = 0; k < indicators.length; k++)
        encoded[k][i] = ((indicators[k].fill ?? Number.NaN) - indicators[k].center) / indicators[k].scale;
    } else if (map[code] >= 0) {
      const k = map[code];
      encoded[k][i] = (1 - indicators[k].center) / indicators[k].scale;
    }
  }
  return encoded;
}

/** Maps a table's levels to this encoder's indicators, -1 for unseen levels. The map is cached for each list of levels. */
function createLevelIndexer(ordered: readonly string[]): LevelIndexer {
  const position = new Map(ordered.map((level, k) => [level, k]));
  const known = new WeakMap<readonly string[], Int32Array>();
  return (levels) => {
    let map = known.get(levels);
    if (!map) {
      map = Int32Array.from(levels, (level) => position.get(level) ?? -1);
      known.set(levels, map);
    }
    return map;
  };
}
