import type { Column, Table } from "../tables/table.js";

/** Fewest rows of a table in which one row may be the sum of the others. */
const MIN_ROWS = 10;
/** Largest share of the rows that may be totals. More of them are a kind of rows. */
const MAX_SHARE = 0.1;
/** Largest distance of a sum from its parts that rounding explains, as a share of the sum. */
const MAX_ROUNDING = 1e-4;

const TOTAL =
  /^\s*(?:(?:grand|sub|overall)?[ -]?totals?|sum|(?:gesamt|zwischen)?summe|gesamt|insgesamt|totale|總計|合計|小計|总计|合计|小计|総計)\s*:?\s*$/i;

/**
 * Returns the rows that look like totals of the others, in the table's order: the last row, if it is named as a total or is the sum of
 * all others, and then also other rows that are named so. If only other rows are named so, the name is a category.
 */
export function findTotals(table: Table): number[] {
  const last = table.nrow - 1;
  if (table.nrow < MIN_ROWS) return [];
  const named = new Set(table.columns.flatMap(rowsNamedTotal));
  if (!named.has(last) && !table.columns.some(endsWithItsSum)) return [];
  const totals = [...named.add(last)].sort((a, b) => a - b);
  return totals.length <= MAX_SHARE * table.nrow ? totals : [];
}

function rowsNamedTotal(column: Column): number[] {
  if (column.type !== "s") return [];
  const isTotal = column.levels.map((level) => TOTAL.test(level));
  return Array.from(column.codes.keys()).filter((row) => isTotal[column.codes[row]]);
}

/** Returns true if the last number is the sum of all others, and further from 0 than each of them. */
function endsWithItsSum(column: Column): boolean {
  if (column.type !== "n") return false;
  const { values } = column;
  const others = values.subarray(0, -1).filter(Number.isFinite);
  const last = values[values.length - 1];
  const sum = others.reduce((total, value) => total + value, 0);
  return Math.abs(sum - last) <= MAX_ROUNDING * Math.abs(last) && others.every((value) => Math.abs(value) < Math.abs(last));
}
