/** Draft of a join with another dataset. */
import type { JoinRequest } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

export interface JoinKeyDraft {
  key: number;
  column: string | null;
  other: string | null;
}

export interface JoinDraft {
  /** Dataset to join. */
  other: { id: string; title: string } | null;
  on: readonly JoinKeyDraft[];
  columns: readonly string[];
  prefix: string;
}

/** A join in words needs the title of the other dataset. */
export type DescribedJoin = JoinRequest & { copy: { title: string } };

/** Returns a draft with one pair of keys, without a dataset. */
export function newJoinDraft(): JoinDraft {
  return { other: null, on: [{ key: 0, column: null, other: null }], columns: [], prefix: "" };
}

/** Returns the pairs of columns with one more empty pair. */
export function addJoinKey(on: readonly JoinKeyDraft[]): JoinKeyDraft[] {
  return [...on, { key: 1 + Math.max(-1, ...on.map(({ key }) => key)), column: null, other: null }];
}

/** Returns the problem of each field by its name. `present` are the columns of the dataset that is joined to. */
export function joinProblems({ other, on, columns, prefix }: JoinDraft, present: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = { other: other ? null : "datasetNeeded" };
  for (const { key, column, other: otherColumn } of on) {
    problems[`${key}.column`] = present.some(({ name }) => name === column) ? null : "columnNeeded";
    problems[`${key}.other`] = otherColumn === null ? "columnNeeded" : null;
  }
  problems.columns = columns.length === 0 ? "columnNeeded" : null;
  problems.prefix = columns.some((added) => present.some(({ name }) => name === prefix + added)) ? "nameTaken" : null;
  return withoutNull(problems);
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function joinSpecOf({ other, on, columns, prefix }: JoinDraft): DescribedJoin {
  return {
    type: "join",
    dataset: other?.id ?? "",
    on: on.map((key) => ({ column: key.column ?? "", other: key.other ?? "" })),
    columns: [...columns],
    prefix,
    copy: { title: other?.title ?? "" },
  };
}
