/** Digests of the rows that a model learned from, by which a comparison recognises them among test rows. */
import type { ModelInput } from "@agatha/contracts";
import { hasCopies } from "../data/row-structure/find-copies.js";
import { rowDigests } from "../data/tables/row-digests.js";
import { type Column, findColumn, requireColumn, type Table } from "../data/tables/table.js";
import type { Target } from "../numeric/matrix.js";
import { packSections, unpackSections } from "../numeric/sections.js";
import type { TrainingSet } from "./plan/training-set.js";

export interface KnownRows {
  /** Digests of the inputs and the response. */
  rows: ReadonlySet<number>;
  /** Where the model is for new groups: the columns that name a group, and digests of their values. */
  groupColumns: readonly string[];
  groups: ReadonlySet<number>;
}

/**
 * Returns the digests as bytes. Where rows are equal by chance, those that the training has several times are left out: one more such
 * row proves nothing.
 */
export function packKnownRows({ table, target, validation }: TrainingSet, inputs: readonly Pick<ModelInput, "name">[]): Uint8Array {
  const columns = [...inputs.map(({ name }) => requireColumn(table, name)), ...responseColumn(target)];
  const sorted = rowDigests(columns, table.nrow).sort();
  const keepsCopies = hasCopies({ nrow: table.nrow, columns });
  const rows = sorted.filter((digest, i) => digest !== sorted[i - 1] && (keepsCopies || digest !== sorted[i + 1]));
  const groupColumns = validation?.design.rows === "groups" ? (validation.groupColumns ?? []) : [];
  const groups = Float64Array.from(new Set(groupDigests(table, groupColumns).filter((digest) => !Number.isNaN(digest))));
  return packSections({ settings: { groupColumns }, arrays: { rows, groups } });
}

/** Reads the digests of the rows that a model learned from, and of their groups. */
export function unpackKnownRows(bytes: Uint8Array): KnownRows {
  const { settings, arrays } = unpackSections(bytes);
  return { rows: new Set(arrays.rows), groupColumns: settings.groupColumns as string[], groups: new Set(arrays.groups) };
}

/** Test rows with the model's inputs, the same rows with all columns, and the actual response. */
interface TestRows {
  inputs: Table;
  all: Table;
  actual: readonly (number | string | null)[] | undefined;
}

/** Returns for each test row whether the model learned from it, and whether it learned from others of its group. */
export function recognizeRows(known: KnownRows, { inputs, all, actual }: TestRows): { row: boolean[]; group: boolean[] } {
  const digests = rowDigests([...inputs.columns, ...(actual ? [toColumn(actual)] : [])], inputs.nrow);
  const hasGroups = known.groupColumns.length > 0 && known.groupColumns.every((name) => findColumn(all, name));
  const groups = hasGroups ? groupDigests(all, known.groupColumns) : [];
  return {
    row: Array.from(digests, (digest) => known.rows.has(digest)),
    group: Array.from(digests, (_, row) => known.groups.has(groups[row])),
  };
}

/** Returns a digest of each row's group; NaN without columns, or without a value in the only column, where a row has no others. */
function groupDigests(table: Table, names: readonly string[]): number[] {
  const columns = names.map((name) => requireColumn(table, name));
  const [only] = columns;
  const isAlone = (row: number) => columns.length === 1 && (only.type === "s" ? only.codes[row] < 0 : Number.isNaN(only.values[row]));
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
