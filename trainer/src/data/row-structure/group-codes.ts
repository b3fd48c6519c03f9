import { nameKindOf, namesUnitsByNumber } from "../column-names/name-kind.js";
import { type Column, isMissing, requireColumn, type Table } from "../tables/table.js";

/** Codes of equal values: rows with the same code have the same value. `count` is the number of codes. */
export interface ValueCodes {
  codes: Int32Array;
  count: number;
}

/** Returns a code for each row, in order of first appearance. Missing values are one value. */
export function columnCodes(column: Column): ValueCodes {
  const cells: ArrayLike<number> = column.type === "s" ? column.codes : column.values;
  return codesOf(Float64Array.from(cells));
}

/** Returns codes of the pairs of two columns' codes. */
export function combineCodes(a: ValueCodes, b: ValueCodes): ValueCodes {
  const pairs = new Float64Array(a.codes.length);
  for (let row = 0; row < pairs.length; row++) pairs[row] = a.codes[row] * b.count + b.codes[row];
  return codesOf(pairs);
}

/** Returns the rows that are not equal to an earlier one in every column. */
export function rowsWithoutCopies(table: Table): Int32Array {
  const [first, ...others] = table.columns;
  let { codes, count } = columnCodes(first);
  for (const column of others) {
    // Rows that differ in some columns differ in all.
    if (count === table.nrow) break;
    ({ codes, count } = combineCodes({ codes, count }, columnCodes(column)));
  }
  // A code is new where it is above all before it, since codes follow the order of first appearance.
  let known = 0;
  return Int32Array.from(codes.keys()).filter((row) => codes[row] === known && ++known > 0);
}

/**
 * Returns a code for each number, in order of first appearance; 0 and −0 are equal, and so are all NaN. It keeps a hash table with
 * linear probing of its own, since a Map of numbers takes several times as long.
 */
function codesOf(numbers: Float64Array): ValueCodes {
  const codes = new Int32Array(numbers.length);
  const firstOf = new Float64Array(numbers.length);
  const mask = 2 ** Math.ceil(Math.log2(2 * numbers.length + 1)) - 1;
  /** One more than a code; 0 in a free place. */
  const table = new Int32Array(mask + 1);
  const bytes = new Float64Array(1);
  const halves = new Int32Array(bytes.buffer);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row];
    bytes[0] = Number.isNaN(value) ? Number.NaN : value + 0;
    const mixed = Math.imul(halves[0] ^ Math.imul(halves[1], 0x85ebca6b), 0x9e3779b1);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (table[place] > 0 && !Object.is(firstOf[table[place] - 1], bytes[0])) place = (place + 1) & mask;
    if (table[place] === 0) {
      firstOf[count++] = bytes[0];
      table[place] = count;
    }
    codes[row] = table[place] - 1;
  }
  return { codes, count };
}

/**
 * Returns the group of each row: the rows with the same values in these columns. A row without a value in a single group column is
 * a group of its own.
 */
export function groupCodes(table: Table, names: readonly string[]): Int32Array {
  const columns = names.map((name) => requireColumn(table, name));
  const { codes, count } = columns.map(columnCodes).reduce(combineCodes);
  const [only] = columns;
  if (columns.length > 1) return codes;
  return codes.map((code, row) => (isMissing(only, row) ? count + row : code));
}

/**
 * Returns the columns that only name the group, and so say nothing about new groups: a group column of whole numbers or times that
 * names it alone, numbers that number the groups, and text whose every value lies in one group.
 */
export function groupNamingColumns(table: Table, groupColumns: readonly string[], groups: Int32Array): Set<string> {
  const named = table.columns.filter((column) => {
    if (column.type === "s") return liesInOneGroupEach(column.codes, groups);
    const isOnlyName = groupColumns.length === 1 && groupColumns[0] === column.name;
    return (isOnlyName || numbersGroups(column, groups)) && column.values.every((value) => Number.isNaN(value) || Number.isInteger(value));
  });
  return new Set(named.map(({ name }) => name));
}

/**
 * Returns true for numbers that are no group columns, have one value in each group and a different one in each, and by their name
 * stand for units. Numbers far apart may be counts, as the pupils of a school are.
 */
function numbersGroups({ type, name, values }: Exclude<Column, { type: "s" }>, groups: Int32Array): boolean {
  if (type !== "n" || !["unit", "identifier"].includes(nameKindOf({ type, name }))) return false;
  const numbers = codesOf(values);
  const groupCount = codesOf(Float64Array.from(groups)).count;
  const pairs = combineCodes(numbers, { codes: groups, count: groups.reduce((most, code) => Math.max(most, code), 0) + 1 }).count;
  if (numbers.count !== groupCount || pairs !== groupCount) return false;
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  return namesUnitsByNumber(name) || most - least < 2 * groupCount;
}

function liesInOneGroupEach(codes: Int32Array, groups: Int32Array): boolean {
  const groupOf = new Map<number, number>();
  for (const [row, code] of codes.entries()) {
    if (code < 0) continue;
    const group = groupOf.get(code) ?? groups[row];
    if (group !== groups[row]) return false;
    groupOf.set(code, group);
  }
  return groupOf.size > 1;
}
