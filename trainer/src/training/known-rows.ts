/** Digests of the rows that a model learned from. A comparison recognises these rows among test rows by them. */
import type { ModelInput } from "@agatha/contracts";
import { copyGroups } from "../data/row-structure/find-copies.js";
import { describePlaces, NearRows, type PlaceScale, placeScaleOf, placesOf } from "../data/row-structure/near-rows.js";
import { rowDigests } from "../data/tables/row-digests.js";
import { type Column, findColumn, isMissing, requireColumn, type Table } from "../data/tables/table.js";
import type { Target } from "../numeric/matrix.js";
import { packSections, unpackSections } from "../numeric/sections.js";
import type { TrainingSet } from "./plan/training-set.js";

export interface KnownRows {
  /** Digests of the inputs and the response. */
  rows: ReadonlySet<number>;
  /** If the model is for new groups: the columns that name a group, and digests of their values. */
  groupColumns: readonly string[];
  groups: ReadonlySet<number>;
  /** If groups are copies: the rows themselves. A near copy of a row is of the same group. */
  copies?: CopiedRows;
}

/** Rows of the inputs and the response, by places that show which rows are nearly equal. */
interface CopiedRows {
  /** Of each column: its place among the inputs, the response last, and its scale. Columns that distinguish rows best come first. */
  columns: (PlaceScale & { at: number; isText: boolean })[];
  /** Places of the rows, column after column. */
  places: Float32Array;
}

/**
 * Returns the digests as bytes. If rows are equal by chance, rows that the training has several times are left out: one more such row
 * proves nothing. Copies of a row are one row.
 */
export function packKnownRows({ table, target, validation }: TrainingSet, inputs: readonly Pick<ModelInput, "name">[]): Uint8Array {
  const columns = [...inputs.map(({ name }) => requireColumn(table, name)), ...responseColumn(target)];
  const copies = copyGroups({ nrow: table.nrow, columns });
  const rows = digestsOfOne(rowDigests(columns, table.nrow), copies ?? copyGroups(table));
  const groupColumns = validation && validation.splitter.rows !== "random" ? (validation.groupColumns ?? []) : [];
  const groups = Float64Array.from(new Set(groupDigests(table, groupColumns).filter((digest) => !Number.isNaN(digest))));
  const copied = copies && validation?.groupedBy === "copies" ? copiedRows(columns, table.nrow) : undefined;
  return packSections({
    settings: { groupColumns, ...(copied && { copiedColumns: copied.columns }) },
    arrays: { rows, groups, ...(copied && { copies: copied.places }) },
  });
}

function copiedRows(columns: readonly Column[], nrow: number): CopiedRows {
  const scaled = columns.map((column, at) => ({ ...placeScaleOf(column), at, isText: column.type === "s" }));
  const places = columns.map((column, at) => placesOf(column, scaled[at]));
  const order = describePlaces(places, nrow).map(({ name }) => Number(name));
  const joined = new Float32Array(order.length * nrow);
  for (const [i, at] of order.entries()) joined.set(places[at], i * nrow);
  return { columns: order.map((at) => scaled[at]), places: joined };
}

/** Returns the digests that only rows of one group have, sorted; where rows have no groups, those of one row. */
function digestsOfOne(digests: Float64Array, groups: Int32Array | undefined): Float64Array {
  const groupOf = new Map<number, number>();
  for (const [row, digest] of digests.entries()) {
    const group = groups ? groups[row] : row;
    groupOf.set(digest, (groupOf.get(digest) ?? group) === group ? group : -1);
  }
  return Float64Array.from([...groupOf].flatMap(([digest, group]) => (group < 0 ? [] : [digest]))).sort();
}

/** Reads the digests of the rows that a model learned from, and of their groups. */
export function unpackKnownRows(bytes: Uint8Array): KnownRows {
  const { settings, arrays } = unpackSections(bytes);
  const columns = settings.copiedColumns as CopiedRows["columns"] | undefined;
  return {
    rows: new Set(arrays.rows),
    groupColumns: settings.groupColumns as string[],
    groups: new Set(arrays.groups),
    ...(columns && { copies: { columns, places: arrays.copies as Float32Array } }),
  };
}

/** Test rows with the model's inputs, the same rows with all columns, and the actual response. */
interface TestRows {
  inputs: Table;
  all: Table;
  actual: readonly (number | string | null)[] | undefined;
}

/** Returns for each test row whether the model learned from it, and whether it learned from others of its group. */
export function recognizeRows(known: KnownRows, { inputs, all, actual }: TestRows): { row: boolean[]; group: boolean[] } {
  const columns = [...inputs.columns, ...(actual ? [toColumn(actual)] : [])];
  const digests = rowDigests(columns, inputs.nrow);
  const hasGroups = known.groupColumns.length > 0 && known.groupColumns.every((name) => findColumn(all, name));
  const groups = hasGroups ? groupDigests(all, known.groupColumns) : [];
  const isCopy = known.copies ? findNearCopies(known.copies, columns) : () => false;
  return {
    row: Array.from(digests, (digest) => known.rows.has(digest)),
    group: Array.from(digests, (_, row) => known.groups.has(groups[row]) || isCopy(row)),
  };
}

/** Returns whether a row of these columns nearly equals one of the training. With other columns, no row does. */
function findNearCopies({ columns, places }: CopiedRows, tested: readonly Column[]): (row: number) => boolean {
  if (columns.length !== tested.length) return () => false;
  const nrow = places.length / columns.length;
  const rows = new NearRows(
    columns.map((_, i) => places.subarray(i * nrow, (i + 1) * nrow)),
    nrow,
  );
  for (let row = 0; row < nrow; row++) rows.add(row);
  const own = columns.map(({ at, isText, ...scale }) => placesOf(isText ? tested[at] : asNumbers(tested[at]), scale));
  return (row) => rows.has(own, row);
}

/** Returns a column of texts as the numbers that they write. */
function asNumbers(column: Column): Column {
  if (column.type !== "s") return column;
  const { name, codes, levels } = column;
  return { name, type: "n", values: Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : Number(levels[code]))) };
}

/** Returns a digest of each row's group. It is NaN for a row without a value in the only column. Without columns there are no digests. */
function groupDigests(table: Table, names: readonly string[]): number[] {
  const columns = names.map((name) => requireColumn(table, name));
  const [only] = columns;
  const isAlone = (row: number) => columns.length === 1 && isMissing(only, row);
  return columns.length === 0 ? [] : Array.from(rowDigests(columns, table.nrow), (digest, row) => (isAlone(row) ? Number.NaN : digest));
}

function responseColumn(target: Target): Column[] {
  if (target.kind === "number") return [{ name: "", type: "n", values: target.values }];
  return target.kind === "class" ? [{ name: "", type: "s", codes: target.codes, levels: target.labels }] : [];
}

function toColumn(actual: readonly (number | string | null)[]): Column {
  const levels = [...new Set(actual.map(String))];
  const codes = new Map(levels.map((level, code) => [level, code]));
  return { name: "", type: "s", levels, codes: Int32Array.from(actual, (value) => (value === null ? -1 : codes.get(String(value))!)) };
}
