/** Draft of a sort. */
import type { SortSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

export interface SortKeyDraft {
  key: number;
  column: string | null;
  order: "asc" | "desc";
}

/** The first column is the primary one. */
export interface SortDraft {
  by: readonly SortKeyDraft[];
}

/** Returns a draft with one ascending key, without a column. */
export function newSortDraft(): SortDraft {
  return { by: [{ key: 0, column: null, order: "asc" }] };
}

/** Returns the draft with one more key, ascending, whose column is still to be chosen. */
export function addSortKey({ by }: SortDraft): SortDraft {
  return { by: [...by, { key: 1 + Math.max(-1, ...by.map(({ key }) => key)), column: null, order: "asc" }] };
}

/** Problems by `${key}.column`. */
export function sortProblems({ by }: SortDraft, columns: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = {};
  for (const [i, { key, column }] of by.entries()) {
    const isThere = columns.some(({ name }) => name === column);
    const isTwice = by.slice(0, i).some((before) => before.column === column);
    problems[`${key}.column`] = isThere ? (isTwice ? "columnTwice" : null) : "columnNeeded";
  }
  return withoutNull(problems);
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function sortSpecOf({ by }: SortDraft): SortSpec {
  return { type: "sort", by: by.map(({ column, order }) => ({ column: column ?? "", order })) };
}
