import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import type { StepColumn } from "../steps/columns.js";

export interface TemplatesProps {
  dataset: DatasetAnswer;
  entries: readonly ExtractionAnswer[];
  /** Columns of the file. */
  table: readonly StepColumn[];
  /** The history then. */
  onApplied(entries: ExtractionAnswer[]): void;
}
