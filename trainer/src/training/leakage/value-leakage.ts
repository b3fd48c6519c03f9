import type { Column } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import { areOfSeveralGroups } from "./several-groups.js";

/** Least number of rows that share a value. In so many rows, a single class is no accident. */
const MIN_ROWS = 20;
/** Largest share of a rare class. A more frequent class often fills a value by chance. */
const MAX_RARE_SHARE = 0.2;
/** Largest number of values of a categorical column. A column with more values is a measurement. */
export const MAX_VALUES = 10;

interface ValueLeakage {
  value: string;
  label: string;
  rows: number;
}

/**
 * Returns a value of the column whose rows all have one rare class, as in a flag that was set because of the outcome. Rows that are
 * held out together are not independent.
 */
export function findValueLeakage(column: Column, target: Target, splitter?: Splitter): ValueLeakage | undefined {
  if (target.kind !== "class") return undefined;
  const values: ArrayLike<number> = column.type === "s" ? column.codes : column.values;
  const { labels, codes } = target;
  const byValue = new Map<number, Int32Array>();
  const totals = new Int32Array(labels.length);
  for (let row = 0; row < codes.length; row++) {
    let counts = byValue.get(values[row]);
    if (!counts) {
      if (byValue.size >= MAX_VALUES) return undefined;
      counts = new Int32Array(labels.length);
      byValue.set(values[row], counts);
    }
    counts[codes[row]]++;
    totals[codes[row]]++;
  }
  for (const [value, counts] of byValue) {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const code = counts.indexOf(rows);
    const missing = column.type === "s" ? value < 0 : Number.isNaN(value);
    if (missing || code < 0 || rows < MIN_ROWS || totals[code] > MAX_RARE_SHARE * codes.length) continue;
    if (!areOfSeveralGroups({ isCounted: (row) => values[row] === value, isOther: (row) => codes[row] !== code }, splitter)) continue;
    return { value: column.type === "s" ? column.levels[value] : String(value), label: labels[code], rows };
  }
  return undefined;
}
