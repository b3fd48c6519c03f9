import { createRandom, randomPermutation } from "../../numeric/random.js";
import { type Column, type Table, takeColumnRows } from "../tables/table.js";
import { groupCodes, rowsWithoutCopies } from "./group-codes.js";

/** Least share of the rows that are copies. */
const MIN_SHARE = 0.05;
/** Fewest columns by which rows are told apart. */
const MIN_COLUMNS = 3;
/** Most copies that may be chance, as a share of those found: those among rows whose cells are shuffled by columns. */
const MAX_CHANCE = 0.5;
/** Steps of a number's range within which numbers count as equal. */
const STEPS = 1000;
const SEED = 1;

/** Returns the number of rows that equal an earlier one, and of those that nearly do; 0 where these are few or chance. */
export function countCopies(table: Table): { copies: number; nearCopies: number } {
  if (table.columns.length < MIN_COLUMNS) return { copies: 0, nearCopies: 0 };
  const rounded = roundTable(table);
  const [equal, nearlyEqual] = [table, rounded].map(countEqualRows);
  const copies = copiesBeyondChance(table, equal);
  const near = copiesBeyondChance(rounded, nearlyEqual) - equal;
  return { copies, nearCopies: near >= MIN_SHARE * table.nrow ? near : 0 };
}

/**
 * Returns a group for each row, the same for rows that are equal or nearly so; undefined where few are, or as many as by chance. Copies
 * of a row that are apart tell nothing about other rows.
 */
export function copyGroups(table: Table): Int32Array | undefined {
  if (table.columns.length < MIN_COLUMNS) return undefined;
  const rounded = roundTable(table);
  if (copiesBeyondChance(rounded, countEqualRows(rounded)) === 0) return undefined;
  return groupCodes(
    rounded,
    rounded.columns.map(({ name }) => name),
  );
}

/** Returns true if rows that occur several times are copies, rather than equal by chance. */
export function hasCopies(table: Table): boolean {
  return table.columns.length >= MIN_COLUMNS && copiesBeyondChance(table, countEqualRows(table)) > 0;
}

/** Returns the number of copies found; 0 where it is small or chance. */
function copiesBeyondChance(table: Table, found: number): number {
  if (found < MIN_SHARE * table.nrow) return 0;
  const random = createRandom(SEED);
  const shuffled = table.columns.map((column) => takeColumnRows(column, randomPermutation(table.nrow, random)));
  return countEqualRows({ nrow: table.nrow, columns: shuffled }) <= MAX_CHANCE * found ? found : 0;
}

function countEqualRows(table: Table): number {
  return table.nrow - rowsWithoutCopies(table).length;
}

function roundTable({ nrow, columns }: Table): Table {
  return { nrow, columns: columns.map(roundValues) };
}

function roundValues(column: Column): Column {
  if (column.type === "s") return column;
  const present = column.values.filter(Number.isFinite);
  const [least, greatest] = present.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const step = (greatest - least) / STEPS || 1;
  return { ...column, values: column.values.map((value) => Math.round((value - least) / step)) };
}
