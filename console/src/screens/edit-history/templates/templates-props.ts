import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import type { StepColumn } from "../../../step-columns/step-columns.js";

export interface TemplatesProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  /** Columns of the file. */
  table: readonly StepColumn[];
  /** `steps`: history after the template is applied. */
  onApplied(steps: EditStepAnswer[]): void;
}
