/** Draft of an unpivot, which makes a row of each of some columns of each row. */
import { columnTimes, timeColumns, type UnpivotSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { columnNameProblem } from "./parse-value.js";
import { type Problems, withoutNull } from "./problems.js";

export interface UnpivotDraft {
  columns: readonly string[];
  names: string;
  values: string;
  /** Whether names that are times are read as such. */
  readsTimes: boolean;
}

/** Returns a draft for the columns that are named after times, if the table has a column for each. */
export function newUnpivotDraft(columns: readonly StepColumn[]): UnpivotDraft {
  const named = timeColumns(columns);
  return { columns: named, names: named.length > 0 ? "time" : "", values: named.length > 0 ? "value" : "", readsTimes: true };
}

/** Returns whether the names can be read as times. */
export const areTimes = ({ columns }: Pick<UnpivotDraft, "columns">): boolean =>
  columns.length > 0 && columnTimes(columns).every((time) => time !== undefined);

export function unpivotProblems(draft: UnpivotDraft, columns: readonly StepColumn[]): Problems {
  const chosen = columns.filter(({ name }) => draft.columns.includes(name));
  const kept = columns.map(({ name }) => name).filter((name) => !draft.columns.includes(name));
  const types = new Set(chosen.map(({ type }) => type));
  return withoutNull({
    columns: chosen.length === 0 ? "columnNeeded" : types.size > 1 ? "typesDiffer" : null,
    names: columnNameProblem(draft.names, kept),
    values: columnNameProblem(draft.values, [...kept, draft.names.trim()]),
  });
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function unpivotSpecOf(draft: UnpivotDraft, columns: readonly StepColumn[]): UnpivotSpec {
  const present = draft.columns.filter((each) => columns.some(({ name }) => name === each));
  return {
    type: "unpivot",
    columns: present,
    names: draft.names.trim(),
    values: draft.values.trim(),
    as: draft.readsTimes && areTimes({ columns: present }) ? "time" : "text",
  };
}
