import type { StepColumn } from "../step-columns.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });

/** Columns that the steps in the tests receive. */
export const TEST_COLUMNS: readonly StepColumn[] = [
  column("line", "s"),
  column("shift", "s"),
  column("start", "d"),
  column("end", "d"),
  column("speed", "n"),
  column("yield", "n"),
];
