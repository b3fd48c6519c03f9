import { type Column, isMissing } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import { areOfSeveralGroups } from "./several-groups.js";

/** Least number of rows that share a value. In so many rows, a single class is no accident. */
const MIN_ROWS = 20;
/** Largest share of a rare class. A more frequent class often fills a value by chance. */
const MAX_RARE_SHARE = 0.2;
/** Largest number of values of a categorical column. A column with more values is a measurement. */
export const MAX_VALUES = 10;

export interface ValueLeakage {
  /** The value, or undefined: any value, in the rows that have one. */
  value: string | undefined;
  label: string;
  rows: number;
}

/**
 * Returns a value of the column whose rows all have one rare class, as in a flag that was set because of the outcome, or says that all
 * rows with any value do, as of a repair that only bad parts have. Rows that are held out together are not independent.
 */
export function findValueLeakage(column: Column, target: Target, splitter?: Splitter): ValueLeakage | undefined {
  if (target.kind !== "class") return undefined;
  const cells: ArrayLike<number> = column.type === "s" ? column.codes : column.values;
  const nameOf = (cell: number) => (column.type === "s" ? column.levels[cell] : String(cell));
  const ofValue = findValue((row) => cells[row], column, target, splitter);
  if (ofValue) return { ...ofValue, value: nameOf(ofValue.cell) };
  const ofAny = findValue(() => 0, column, target, splitter);
  return ofAny && { ...ofAny, value: undefined };
}

/** Returns a cell whose rows all have one rare class. Rows without a value do not count. */
function findValue(
  cellOf: (row: number) => number,
  column: Column,
  { labels, codes }: Extract<Target, { kind: "class" }>,
  splitter: Splitter | undefined,
): { cell: number; label: string; rows: number } | undefined {
  const byCell = new Map<number, Int32Array>();
  const totals = new Int32Array(labels.length);
  for (let row = 0; row < codes.length; row++) {
    totals[codes[row]]++;
    if (isMissing(column, row)) continue;
    const cell = cellOf(row);
    let counts = byCell.get(cell);
    if (!counts) {
      if (byCell.size >= MAX_VALUES) return undefined;
      counts = new Int32Array(labels.length);
      byCell.set(cell, counts);
    }
    counts[codes[row]]++;
  }
  for (const [cell, counts] of byCell) {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const code = counts.indexOf(rows);
    if (code < 0 || rows < MIN_ROWS || totals[code] > MAX_RARE_SHARE * codes.length) continue;
    const isCounted = (row: number) => !isMissing(column, row) && cellOf(row) === cell;
    if (!areOfSeveralGroups({ isCounted, isOther: (row) => codes[row] !== code }, splitter)) continue;
    return { cell, label: labels[code], rows };
  }
  return undefined;
}
