import type { EvaluationWarning, ModelInput } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { matchColumns } from "./match-columns.js";

/** Model inputs from the test table. */
export interface ModelInputRows {
  /** Rows with the model's inputs as columns. */
  inputs: Table;
  /** Row of the test table that each input row describes. */
  rows: Int32Array;
  warnings: EvaluationWarning[];
}

/** Matches the test table to the model's inputs. `groupColumns` may name new groups. Throws InvalidInput (evaluationInputColumns). */
export function matchedInputRows(test: Table, inputs: readonly ModelInput[], groupColumns?: readonly string[]): ModelInputRows {
  const { table, warnings } = matchColumns(test, inputs, groupColumns);
  return { inputs: table, rows: Int32Array.from({ length: table.nrow }, (_, row) => row), warnings };
}

/**
 * Returns one entry per row of a table with `nrow` rows, where `values` belong to `rows`; none of the table where negative. The other
 * rows get `missing`.
 */
export function inTableOrder<T, M>(
  values: readonly T[],
  { rows, nrow, missing }: { rows: Int32Array; nrow: number; missing: M },
): (T | M)[] {
  const all = new Array<T | M>(nrow).fill(missing);
  rows.forEach((row, i) => {
    if (row >= 0) all[row] = values[i] === undefined ? missing : values[i];
  });
  return all;
}
