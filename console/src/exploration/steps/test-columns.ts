import type { StepColumn } from "./columns.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, common: [], range: null });

/** What the steps of the tests find. */
export const COLUMNS: readonly StepColumn[] = [
  column("line", "s"),
  column("shift", "s"),
  column("start", "d"),
  column("end", "d"),
  column("speed", "n"),
  column("yield", "n"),
];
