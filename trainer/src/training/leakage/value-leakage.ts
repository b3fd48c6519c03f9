import type { Column } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";

/** Rows that share a value, so that their all being of one class is no accident. */
const MIN_ROWS = 20;
/** A class with more of the rows than this is often alone with a value by chance. */
const MAX_RARE_SHARE = 0.2;
/** A column with more values than this measures something rather than naming a case. */
export const MAX_VALUES = 10;

export interface ValueLeakage {
  value: string;
  label: string;
  rows: number;
}

/** A value of the column with which all rows are of one rare class, as a flag has that was set because of the answer. */
export function findValueLeakage(column: Column, target: Target): ValueLeakage | undefined {
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
    return { value: column.type === "s" ? column.levels[value] : String(value), label: labels[code], rows };
  }
  return undefined;
}
