import type { StepColumn } from "../../../step-columns/step-columns.js";
import type { Problem } from "../steps/problems.js";

/** Props of the fields of every kind of step. */
export interface FieldsProps<Draft> {
  draft: Draft;
  /** Columns that the step receives. */
  columns: readonly StepColumn[];
  /** Problem of a field; undefined until problems are to be shown. */
  problemOf(field: string): Problem | undefined;
  /** Time zone of the dataset. */
  timezone: string;
  onChange(draft: Draft): void;
}
