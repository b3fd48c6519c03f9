import { createRandom, randomPermutation } from "../../numeric/random.js";
import { rangeOf } from "../../numeric/statistics.js";
import { type Column, type Table, takeColumnRows } from "../tables/table.js";
import { type ColumnValues, countCodes, describeColumns, pairsWithin } from "./column-values.js";
import { combineCodes, groupCodes, rowsWithoutCopies, type ValueCodes } from "./group-codes.js";

/** Least share of the rows that are copies. */
const MIN_SHARE = 0.05;
/** Fewest columns by which rows are told apart. */
const MIN_COLUMNS = 3;
/** Most copies that may be chance, as a share of those found: those among rows whose cells are shuffled by columns. */
const MAX_CHANCE = 0.5;
/** Steps of a number's range within which numbers count as equal. */
const STEPS = 1000;
/** Largest agreement of random rows in a column that tells rows apart, and the most of these that are looked at. */
const MAX_TELLING_AGREEMENT = 0.05;
const MAX_TELLING_COLUMNS = 10;
/** Least share of the pairs that agree in all other columns which agree in one, too. */
const MIN_IMPLIED_AGREEMENT = 0.8;
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
  return groupsOfEqualRows(roundTable(table));
}

/**
 * Returns the groups of rows that are equal or nearly so, where a group is one thing that the table has several times: rows that agree
 * in all columns but one agree in that one, too. Rows of few values, or with most values near 0, agree by chance in the others.
 */
export function groupsOfCopies(table: Table): Int32Array | undefined {
  const rounded = roundTable(table);
  const groups = groupsOfEqualRows(rounded);
  if (!groups) return undefined;
  const columns = describeColumns(rounded);
  const telling = columns.filter(({ agreement }) => agreement < MAX_TELLING_AGREEMENT).sort((a, b) => a.agreement - b.agreement);
  if (telling.length < MIN_COLUMNS) return undefined;
  const pairs = pairsWithin(countCodes({ codes: groups, count: groups.reduce((most, code) => Math.max(most, code), 0) + 1 }));
  const isImplied = (column: ColumnValues) => pairs >= MIN_IMPLIED_AGREEMENT * pairsWithin(countCodes(combine(columns, column)));
  return telling.slice(0, MAX_TELLING_COLUMNS).every(isImplied) ? groups : undefined;
}

/** Returns codes of the rows' values in all columns but one. */
function combine(columns: readonly ColumnValues[], without: ColumnValues): ValueCodes {
  const [first, ...others] = columns.filter((column) => column !== without);
  return others.reduce<ValueCodes>((codes, column) => (codes.count === codes.codes.length ? codes : combineCodes(codes, column)), first);
}

/** Returns true if rows that occur several times are copies, rather than equal by chance. */
export function hasCopies(table: Table): boolean {
  return table.columns.length >= MIN_COLUMNS && copiesBeyondChance(table, countEqualRows(table)) > 0;
}

/** Returns a group for each row, the same for equal rows; undefined where these are no copies. */
function groupsOfEqualRows(table: Table): Int32Array | undefined {
  if (!hasCopies(table)) return undefined;
  return groupCodes(
    table,
    table.columns.map(({ name }) => name),
  );
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
  const { min, max } = rangeOf(column.values.filter(Number.isFinite));
  const step = (max - min) / STEPS || 1;
  return { ...column, values: column.values.map((value) => Math.round((value - min) / step)) };
}
