import type { EvaluationWarning, ModelInput } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { matchColumns } from "./match-columns.js";

/** What a model is asked about the test table. */
export interface ModelInputRows {
  /** Rows with the model's inputs as columns. */
  inputs: Table;
  /** The row of the test table that each of them is about. */
  rows: Int32Array;
  warnings: EvaluationWarning[];
}

/** Throws InvalidInput (evaluationInputColumns). */
export function matchedInputRows(test: Table, inputs: readonly ModelInput[]): ModelInputRows {
  const { table, warnings } = matchColumns(test, inputs);
  return { inputs: table, rows: Int32Array.from({ length: table.nrow }, (_, row) => row), warnings };
}
