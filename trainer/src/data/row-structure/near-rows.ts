/** Rows that are nearly equal: the same texts, and numbers within a thousandth of their range. */
import { rangeOf } from "../../numeric/statistics.js";
import { rowDigests } from "../tables/row-digests.js";
import type { Column } from "../tables/table.js";
import { type ColumnValues, describeColumns } from "./column-values.js";

/** Share of a number's range within which numbers are nearly equal, as its reciprocal. */
const STEPS = 1000;
/** Texts are numbers of so many values, two apart. */
const TEXTS = 2 ** 22;
/** Far from every number of the table. */
const MISSING = -(2 ** 23);
/** Columns by whose cells near rows are looked up: in more, there are too many neighbouring cells. */
export const MAX_CELL_COLUMNS = 3;
/** Number of cells that are distinguished per column. */
const CELLS = 2 ** 17;
const TOLERANCE = 1 + 1e-4;

/** How the numbers of a column become places; `step` is the distance of numbers that are still nearly equal. */
export interface PlaceScale {
  min: number;
  step: number;
}

/** Returns the scale of a column, which a text does not need. */
export function placeScaleOf(column: Column): PlaceScale {
  if (column.type === "s") return { min: 0, step: 1 };
  const { min, max } = rangeOf(column.values.filter(Number.isFinite));
  return max > min ? { min, step: (max - min) / STEPS } : { min: Number.isFinite(min) ? min : 0, step: 1 };
}

/** Returns a place for each row of a column: values are nearly equal whose places are at most 1 apart. */
export function placesOf(column: Column, { min, step }: PlaceScale): Float32Array {
  if (column.type === "s") {
    const { codes, levels } = column;
    const ofLevels = rowDigests([{ ...column, codes: Int32Array.from(levels.keys()) }], levels.length);
    return Float32Array.from(codes, (code) => (code < 0 ? MISSING : 2 * (ofLevels[code] % TEXTS)));
  }
  const places = new Float32Array(column.values.length);
  for (let row = 0; row < places.length; row++) {
    const value = column.values[row];
    places[row] = Number.isFinite(value) ? (value - min) / step : MISSING;
  }
  return places;
}

/** Returns the columns described by the cells of their places, those that distinguish rows best first. The name is the column's place. */
export function describePlaces(columns: readonly Float32Array[], nrow: number): ColumnValues[] {
  const rounded = columns.map((places, at) => ({ name: String(at), type: "n" as const, values: Float64Array.from(places, Math.round) }));
  return describeColumns({ nrow, columns: rounded }).sort((a, b) => a.agreement - b.agreement);
}

/** Finds rows that are nearly equal to a given one, by the cells of the first columns. */
export class NearRows {
  private readonly cells: readonly Float32Array[];
  private readonly firstOf = new Map<number, number>();
  private readonly nextOf: Int32Array;

  /** @param columns Places of the rows by columns; those that distinguish rows best come first. */
  constructor(
    private readonly columns: readonly Float32Array[],
    nrow: number,
  ) {
    this.cells = columns.slice(0, MAX_CELL_COLUMNS);
    this.nextOf = new Int32Array(nrow).fill(-1);
  }

  /** Adds a row to those that are found. */
  add(row: number): void {
    const key = this.cells.reduce((sum, column) => sum * CELLS + cellOf(column[row], 0), 0);
    this.nextOf[row] = this.firstOf.get(key) ?? -1;
    this.firstOf.set(key, row);
  }

  /** Calls with each added row in the cells around a row of these or of other columns; stops where it returns false. */
  around(others: readonly Float32Array[], row: number, visit: (found: number) => boolean): boolean {
    return this.aroundKey(0, { others, row, depth: 0 }, visit);
  }

  private aroundKey(
    key: number,
    { others, row, depth }: { others: readonly Float32Array[]; row: number; depth: number },
    visit: (found: number) => boolean,
  ): boolean {
    if (depth === this.cells.length) {
      for (let found = this.firstOf.get(key) ?? -1; found >= 0; found = this.nextOf[found]) if (!visit(found)) return false;
      return true;
    }
    for (let shift = -1; shift <= 1; shift++) {
      const next = key * CELLS + cellOf(others[depth][row], shift);
      if (!this.aroundKey(next, { others, row, depth: depth + 1 }, visit)) return false;
    }
    return true;
  }

  /** Returns the only column in which two rows are not nearly equal; −1 if they are in all, −2 if they differ in several. */
  differenceOf(found: number, others: readonly Float32Array[], row: number): number {
    let only = -1;
    for (let at = 0; at < this.columns.length; at++) {
      if (areNear(this.columns[at][found], others[at][row])) continue;
      if (only >= 0) return -2;
      only = at;
    }
    return only;
  }

  /** Returns true if a row of other columns nearly equals an added one. */
  has(others: readonly Float32Array[], row: number): boolean {
    return !this.around(others, row, (found) => this.differenceOf(found, others, row) !== -1);
  }
}

function areNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}

/** Returns the cell so many after that of a place. */
function cellOf(place: number, shift: number): number {
  return (Math.floor(place / TOLERANCE) + shift) & (CELLS - 1);
}
