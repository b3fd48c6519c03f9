import type { Problem } from "../steps/problems.js";
import type { StepColumn } from "../steps/step-columns.js";

/** What the fields of every kind of step are given. */
export interface FieldsProps<Draft> {
  draft: Draft;
  /** Those that the step finds. */
  columns: readonly StepColumn[];
  /** What is wrong with a field, once it is to be told. */
  problemOf(field: string): Problem | undefined;
  /** The dataset's time zone. */
  timezone: string;
  onChange(draft: Draft): void;
}
