import type { Encoding } from "../algorithms/base/algorithm.js";
import { fitEncoder } from "../data/encoding/fit-encoder.js";
import { type NumberColumn, type Table, takeRows } from "../data/tables/table.js";
import type { Matrix, Target } from "../numeric/matrix.js";

export interface EncodedTrainingSet {
  x: Matrix;
  target: Target;
}

/**
 * Returns the split on which the peers were scored. Row i (from 0) is a test row when i % 5 is `fold`, which is 0 unless the
 * score is a mean over all five. All columns but the target are numeric.
 */
export function peerSplit(table: Table, response: string, fold = 0): { train: EncodedTrainingSet; test: EncodedTrainingSet } {
  const rows = Int32Array.from({ length: table.nrow }, (_, i) => i);
  const [train, test] = [rows.filter((i) => i % 5 !== fold), rows.filter((i) => i % 5 === fold)];
  return { train: toTrainingSet(takeRows(table, train), response), test: toTrainingSet(takeRows(table, test), response) };
}

/** Same split, encoded for an algorithm. The training rows determine the encoding. */
export function encodedPeerSplit(
  table: Table,
  response: string,
  encoding: Encoding,
  fold = 0,
): { train: EncodedTrainingSet; test: EncodedTrainingSet } {
  const rows = Int32Array.from({ length: table.nrow }, (_, i) => i);
  const names = table.columns.map(({ name }) => name).filter((name) => name !== response);
  const [train, test] = [rows.filter((i) => i % 5 !== fold), rows.filter((i) => i % 5 === fold)].map((some) => takeRows(table, some));
  const { encoder } = fitEncoder(train, names, encoding);
  const side = (part: Table) => ({ x: encoder.encode(part), target: toTrainingSet(part, response).target });
  return { train: side(train), test: side(test) };
}

/** Returns all rows, encoded, and marks those with the label, for outlier detection. */
export function encodeAllRows(table: Table, label: { column: string; odd: string }, encoding: Encoding) {
  const names = table.columns.map(({ name }) => name).filter((name) => name !== label.column);
  const { target } = toTrainingSet(table, label.column);
  if (target.kind !== "class") throw new Error(`${label.column} has no classes`);
  const x = fitEncoder(table, names, encoding).encoder.encode(table);
  return { x, odd: (row: number) => target.labels[target.codes[row]] === label.odd };
}

/** Splits off the response; a text response gives classes. */
export function toTrainingSet(table: Table, response: string): EncodedTrainingSet {
  const columns = table.columns.filter((column): column is NumberColumn => column.type === "n" && column.name !== response);
  const x = { nrow: table.nrow, ncol: columns.length, columns: columns.map((column) => column.values) };
  const column = table.columns.find(({ name }) => name === response);
  if (column?.type === "s") return { x, target: { kind: "class", codes: column.codes, labels: column.levels } };
  return { x, target: column === undefined ? { kind: "none" } : { kind: "number", values: column.values } };
}

/** Turns whole numbers into classes. */
export function asClasses({ x, target }: EncodedTrainingSet, labels: readonly number[]): EncodedTrainingSet {
  if (target.kind !== "number") throw new Error("The target has no numbers");
  return {
    x,
    target: { kind: "class", codes: Int32Array.from(target.values, (value) => labels.indexOf(value)), labels: labels.map(String) },
  };
}

/** Returns the share of rows whose most probable class is correct. */
export function accuracyOf(probabilities: Float64Array, target: Target): number {
  if (target.kind !== "class") throw new Error("The target has no classes");
  const { codes, labels } = target;
  const right = codes.filter((code, i) => {
    const row = probabilities.subarray(i * labels.length, (i + 1) * labels.length);
    return row.indexOf(Math.max(...row)) === code;
  });
  return right.length / codes.length;
}
