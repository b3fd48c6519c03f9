/** A sorting that is being described. */
import type { SortSpec } from "@agatha/contracts";
import type { StepColumn } from "./columns.js";
import { found, type Problem, type Problems } from "./problems.js";

export interface SortKeyDraft {
  key: number;
  column: string | null;
  order: "asc" | "desc";
}

/** The first counts most. */
export interface SortDraft {
  by: readonly SortKeyDraft[];
}

export function newSort(): SortDraft {
  return { by: [{ key: 0, column: null, order: "asc" }] };
}

export function withSortKey({ by }: SortDraft): SortDraft {
  return { by: [...by, { key: 1 + Math.max(-1, ...by.map(({ key }) => key)), column: null, order: "asc" }] };
}

/** By `${key}.column`. */
export function sortProblems({ by }: SortDraft, columns: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = {};
  for (const [i, { key, column }] of by.entries()) {
    const isThere = columns.some(({ name }) => name === column);
    const isTwice = by.slice(0, i).some((before) => before.column === column);
    problems[`${key}.column`] = isThere ? (isTwice ? "columnTwice" : null) : "columnNeeded";
  }
  return found(problems);
}

export function sortSpecOf({ by }: SortDraft): SortSpec {
  return { type: "sort", by: by.map(({ column, order }) => ({ column: column ?? "", order })) };
}
