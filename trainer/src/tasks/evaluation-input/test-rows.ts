import type { EvaluationWarning, ModelInput } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { takeColumns } from "./check-columns.js";

/** What a model is asked about the test table. */
export interface TestRows {
  /** Rows with the model's inputs as columns. */
  asked: Table;
  /** The row of the test table that each of them is about. */
  rows: Int32Array;
  warnings: EvaluationWarning[];
}

/** Throws InvalidInput (010702). */
export function plainRows(test: Table, inputs: readonly ModelInput[]): TestRows {
  const { table, warnings } = takeColumns(test, inputs);
  return { asked: table, rows: Int32Array.from({ length: table.nrow }, (_, row) => row), warnings };
}
