import type { Column, Table, TextColumn } from "../tables/table.js";

/** Fewest rows of a table in which one row may be the sum of the others. */
const MIN_ROWS = 10;
/** Largest share of the rows that may be totals. More of them are a kind of rows. */
const MAX_SHARE = 0.1;
/** Largest distance of a sum from its parts that rounding explains, as a share of the sum. */
const MAX_ROUNDING = 1e-4;

const TOTAL =
  /^\s*(?:(?:grand|sub|overall)?[ -]?totals?|sum|(?:gesamt|zwischen)?summe|gesamt|insgesamt|totale|averages?|avg\.?|mean|durchschnitt|mittelwert|總計|合計|小計|总计|合计|小计|総計|平均|平均值|平均値)\s*:?\s*$/i;

/** Fewest columns of a table in which a row of one text alone is a note. In a narrower one it may be a row with gaps. */
const MIN_COLUMNS_BESIDE_NOTES = 3;

/**
 * Returns the rows that are no rows of the table but tell of it, in the table's order. These are notes below it, rows at the end with
 * one text alone. The last row above them is a total or a mean, if it is named so or is the sum of all others, and then also other
 * rows that are named so. If only other rows are named so, the name is a category.
 */
export function findTotals(table: Table): number[] {
  if (table.nrow < MIN_ROWS) return [];
  const end = firstNote(table);
  const last = end - 1;
  const named = new Set(table.columns.flatMap(rowsNamedTotal).filter((row) => row < end));
  const isTotal = named.has(last) || table.columns.some((column) => endsWithItsSum(column, last));
  const totals = isTotal ? [...named.add(last)].sort((a, b) => a - b) : [];
  const notes = Array.from({ length: table.nrow - end }, (_, i) => end + i);
  const found = [...totals, ...notes];
  return found.length <= MAX_SHARE * table.nrow ? found : [];
}

/** Returns the first of the notes at the end of the table; the number of rows if there are none. */
function firstNote({ nrow, columns }: Table): number {
  if (columns.length < MIN_COLUMNS_BESIDE_NOTES) return nrow;
  const known = new Map<TextColumn, Int32Array>();
  const firstRows = (column: TextColumn): Int32Array => {
    const rows = known.get(column) ?? firstRowsOfLevels(column);
    known.set(column, rows);
    return rows;
  };
  // A text that is in rows above is a category or a name, and its row has gaps.
  const isNote = (row: number): boolean => {
    const [only, another] = columns.filter((column) => (column.type === "s" ? column.codes[row] >= 0 : !Number.isNaN(column.values[row])));
    return only?.type === "s" && another === undefined && firstRows(only)[only.codes[row]] === row;
  };
  let first = nrow;
  while (first > 0 && isNote(first - 1)) first--;
  return first;
}

function firstRowsOfLevels({ codes, levels }: TextColumn): Int32Array {
  const rows = new Int32Array(levels.length);
  for (let row = codes.length - 1; row >= 0; row--) if (codes[row] >= 0) rows[codes[row]] = row;
  return rows;
}

function rowsNamedTotal(column: Column): number[] {
  if (column.type !== "s") return [];
  const isTotal = column.levels.map((level) => TOTAL.test(level));
  return Array.from(column.codes.keys()).filter((row) => isTotal[column.codes[row]]);
}

/** Returns true if the number of the last row is the sum of all others, and further from 0 than each of them. */
function endsWithItsSum(column: Column, lastRow: number): boolean {
  if (column.type !== "n" || lastRow < 0) return false;
  const others = column.values.subarray(0, lastRow).filter(Number.isFinite);
  const last = column.values[lastRow];
  const sum = others.reduce((total, value) => total + value, 0);
  return Math.abs(sum - last) <= MAX_ROUNDING * Math.abs(last) && others.every((value) => Math.abs(value) < Math.abs(last));
}
