/**
 * Finds rows that are copies of others, equal or nearly so. If columns are few or coarse, rows are equal by chance and not copies.
 * Copies show in what they have in common: rows that agree in all columns but one agree in that one, too.
 */
import { createRandom, randomPermutation } from "../../numeric/random.js";
import { findIdentifierColumns } from "../check/identifier-columns.js";
import type { Column, Table } from "../tables/table.js";
import { type ColumnValues, countCodes, describeColumns, MIN_IMPLIED_AGREEMENT, pairsWithin } from "./column-values.js";
import { columnCodes, combineCodes, type ValueCodes } from "./group-codes.js";
import { describePlaces, MAX_CELL_COLUMNS, NearRows, placeScaleOf, placesOf } from "./near-rows.js";

/** Fewest columns that are compared. */
const MIN_COLUMNS = 3;
/** Largest agreement of random rows in a column that distinguishes rows. */
const MAX_TELLING_AGREEMENT = 0.05;
/** Fewest columns that distinguish rows: for few copies, and for copies that are at least a share of the rows. */
const MIN_TELLING = 3;
const MIN_TELLING_OF_MANY = 2;
const MIN_SHARE_OF_MANY = 0.05;
/** Largest number of columns that are tried: those that distinguish rows best. */
const MAX_TELLING = 10;
/** Most pairs that may be chance, as a share of those found: those among rows whose cells are shuffled by columns. */
const MAX_CHANCE = 0.5;
/**
 * Largest distance between rows of a group, in distances of nearly equal rows. Rows further apart are a chain of slow changes and no
 * copies.
 */
const MAX_EXTENT = 3;
/**
 * Largest number of pairs of rows that are compared. If more are near each other in the columns that distinguish rows, rows are alike
 * by chance.
 */
const MAX_COMPARISONS = 20_000_000;
const SEED = 1;

export interface Copies {
  /** Group of each row, the same for rows that are copies of one another. */
  groups: Int32Array;
  /** Rows that equal an earlier one, and further rows that nearly do. */
  copies: number;
  nearCopies: number;
}

/**
 * Returns the rows that are copies of others, apart from columns that number or name the rows. Returns undefined if there are none, or
 * if rows are equal by chance.
 */
export function findCopies(table: Table): Copies | undefined {
  const identifiers = findIdentifierColumns(table, table.nrow);
  const columns = table.columns.filter((column) => !identifiers.has(column.name) && !alwaysDiffers(column));
  if (columns.length < MIN_COLUMNS) return undefined;
  const described = describeColumns({ nrow: table.nrow, columns }).sort((a, b) => a.agreement - b.agreement);
  const equal = combine(described);
  const near = nearGroups(columns, equal);
  if (near) return copiesOf(near, equal.count);
  const copies = table.nrow - equal.count;
  return copies > 0 && areCopies(described, equal) ? copiesOf(equal, equal.count) : undefined;
}

/** Returns a group for each row, the same for copies; undefined where there are none. */
export function copyGroups(table: Table): Int32Array | undefined {
  return findCopies(table)?.groups;
}

function copiesOf({ codes, count }: ValueCodes, distinct: number): Copies {
  return { groups: codes, copies: codes.length - distinct, nearCopies: distinct - count };
}

/** Returns true for text or whole numbers that differ in every row, however few the rows or far apart the numbers. */
function alwaysDiffers(column: Column): boolean {
  if (column.type === "d" || (column.type === "n" && !column.values.every(Number.isInteger))) return false;
  const { codes, count } = columnCodes(column);
  return count === codes.length;
}

/** Returns codes of the rows' values in these columns. There are at most so many. */
function combine([first, ...others]: readonly ValueCodes[], most = first.codes.length): ValueCodes {
  return others.reduce((codes, column) => (codes.count === most ? codes : combineCodes(codes, column)), first);
}

/** Returns the first of these columns that distinguish rows; none if they are too few for the share of the rows that are copies. */
function tellingColumns(columns: readonly ColumnValues[], share: number): ColumnValues[] {
  const telling = columns.filter(({ agreement }) => agreement < MAX_TELLING_AGREEMENT);
  return telling.length < (share < MIN_SHARE_OF_MANY ? MIN_TELLING : MIN_TELLING_OF_MANY) ? [] : telling.slice(0, MAX_TELLING);
}

/** Returns true if rows are equal more often than by chance. */
function areCopies(columns: readonly ColumnValues[], equal: ValueCodes): boolean {
  const nrow = equal.codes.length;
  const telling = tellingColumns(columns, 1 - equal.count / nrow);
  const pairs = pairsOfEqual(equal);
  const isImplied = (_: ColumnValues, at: number) =>
    pairs >= MIN_IMPLIED_AGREEMENT * pairsOfEqual(combine(without(columns, at), equal.count));
  if (telling.length === 0 || !telling.every(isImplied)) return false;
  const random = createRandom(SEED);
  const shuffled = columns.map((column) => {
    const order = randomPermutation(nrow, random);
    return { ...column, codes: order.map((row) => column.codes[row]) };
  });
  return pairsOfEqual(combine(shuffled)) <= MAX_CHANCE * pairs;
}

function pairsOfEqual(codes: ValueCodes): number {
  return pairsWithin(countCodes(codes));
}

/**
 * Returns the groups of rows that are equal or nearly so; undefined where no row nearly equals another one beyond chance. Rows that
 * are equal have one of `equal`'s codes.
 */
function nearGroups(columns: readonly Column[], equal: ValueCodes): ValueCodes | undefined {
  const nrow = equal.codes.length;
  const placesByColumn = columns.map((column) => placesOf(column, placeScaleOf(column)));
  const ordered = describePlaces(placesByColumn, nrow);
  if (tellingColumns(ordered, 1).length === 0) return undefined;
  const inOrder = ordered.map(({ name }) => placesByColumn[Number(name)]);
  const firstRows = firstOfEach(equal);
  const distinct = inOrder.map((places) => placesIn(firstRows, places));
  const weights = countCodes(equal);
  const sets = new DisjointSets(firstRows.length);
  const found = countNearPairs(distinct, weights, (a, b) => sets.unite(a, b));
  if (!found || found.near === 0) return undefined;
  const groups = withoutChains(sets.codes(), distinct);
  if (groups.count === firstRows.length) return undefined;
  const telling = tellingColumns(ordered, 1 - groups.count / nrow);
  if (telling.length === 0) return undefined;
  const random = createRandom(SEED);
  const shuffled = inOrder.map((places) => placesIn(randomPermutation(nrow, random), places));
  const once = new Int32Array(nrow).fill(1);
  const byChance = countNearPairs(shuffled, once);
  const ofEqual = pairsWithin(weights);
  const near = found.near + ofEqual;
  if (!byChance || byChance.near > MAX_CHANCE * near) return undefined;
  // Of many rows, some agree by chance in the few columns that are left.
  const isImplied = (_: ColumnValues, at: number) => {
    const others = pairsWithout(at, { found, columns: distinct, weights }) - found.near;
    const most = near / MIN_IMPLIED_AGREEMENT - near;
    return others <= most || others - pairsWithout(at, { found: byChance, columns: shuffled, weights: once }) <= most;
  };
  if (!telling.every(isImplied)) return undefined;
  return { codes: equal.codes.map((code) => groups.codes[code]), count: groups.count };
}

interface NearPairs {
  /** Pairs of rows that are nearly equal in all columns. */
  near: number;
  /** For each column, those that are in all others. Those of columns by whose cells rows are looked up are not complete. */
  differing: Float64Array;
}

/** Counts the pairs of different rows, each of so many equal ones; undefined where too many would have to be compared. */
function countNearPairs(
  columns: readonly Float32Array[],
  weights: Int32Array,
  onPair: (row: number, earlier: number) => void = () => undefined,
): NearPairs | undefined {
  const rows = new NearRows(columns, weights.length);
  const found: NearPairs = { near: 0, differing: new Float64Array(columns.length) };
  let comparisons = 0;
  for (let row = 0; row < weights.length; row++) {
    const isComplete = rows.around(columns, row, (earlier) => {
      const difference = rows.differenceOf(earlier, columns, row);
      const pairs = weights[row] * weights[earlier];
      if (difference >= 0) found.differing[difference] += pairs;
      if (difference === -1) {
        found.near += pairs;
        onPair(row, earlier);
      }
      return ++comparisons < MAX_COMPARISONS;
    });
    if (!isComplete) return undefined;
    rows.add(row);
  }
  return found;
}

/** Returns the pairs of different rows that are nearly equal in all columns but one; infinite where too many would have to be compared. */
function pairsWithout(
  at: number,
  { found, columns, weights }: { found: NearPairs; columns: readonly Float32Array[]; weights: Int32Array },
): number {
  // Rows that differ in a column by whose cells they are looked up are found without it.
  if (at < MAX_CELL_COLUMNS) return countNearPairs(without(columns, at), weights)?.near ?? Number.POSITIVE_INFINITY;
  return found.near + found.differing[at];
}

/** Returns the groups without those whose rows are too far apart; these are for themselves. No groups where most rows are such. */
function withoutChains({ codes, count }: ValueCodes, columns: readonly Float32Array[]): ValueCodes {
  const sizes = countCodes({ codes, count });
  const isChain = new Uint8Array(count);
  for (const places of columns) {
    const least = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
    const most = new Float32Array(count).fill(Number.NEGATIVE_INFINITY);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row];
      if (places[row] < least[code]) least[code] = places[row];
      if (places[row] > most[code]) most[code] = places[row];
    }
    for (let code = 0; code < count; code++) if (most[code] - least[code] > MAX_EXTENT) isChain[code] = 1;
  }
  const rowsOf = (chains: number) => sizes.reduce((sum, size, code) => sum + (size > 1 && isChain[code] === chains ? size : 0), 0);
  const areMostChains = rowsOf(1) > rowsOf(0);
  return codesOfNumbers(codes.map((code, row) => (isChain[code] || areMostChains ? count + row : code)));
}

/** Sets of rows that are united one by one. */
class DisjointSets {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, row) => row);
  }

  unite(a: number, b: number): void {
    const [first, second] = [this.rootOf(a), this.rootOf(b)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }

  codes(): ValueCodes {
    return codesOfNumbers(this.parents.map((_, row) => this.rootOf(row)));
  }

  private rootOf(row: number): number {
    let root = row;
    while (this.parents[root] !== root) {
      this.parents[root] = this.parents[this.parents[root]];
      root = this.parents[root];
    }
    return root;
  }
}

function codesOfNumbers(numbers: Int32Array): ValueCodes {
  return columnCodes({ name: "", type: "n", values: Float64Array.from(numbers) });
}

function firstOfEach({ codes, count }: ValueCodes): Int32Array {
  const first = new Int32Array(count).fill(-1);
  for (const [row, code] of codes.entries()) if (first[code] < 0) first[code] = row;
  return first;
}

function placesIn(rows: Int32Array, places: Float32Array): Float32Array {
  const taken = new Float32Array(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = places[rows[i]];
  return taken;
}

function without<T>(items: readonly T[], at: number): T[] {
  return items.filter((_, other) => other !== at);
}
