import type { HeldOutBy } from "../kinds/row-validation.js";

/** Two keys are equal if the held-out figures are about rows of the same kind. Random rows are one kind, whichever groups were found. */
export function heldOutKey(by: HeldOutBy | null | undefined): string {
  if (!by) return "";
  const groupColumns = by.rows === "random" ? undefined : by.groupColumns?.toSorted();
  return JSON.stringify([by.rows, groupColumns, by.groupedBy, by.timeColumn]);
}
