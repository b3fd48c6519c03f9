/** Draft of a step of any kind. */
import type { EditStepSpec, JoinSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { type AggregationDraft, aggregationProblems, aggregationSpecOf, newAggregationDraft } from "./aggregation-draft.js";
import { type DerivedColumnDraft, derivedProblems, derivedSpecOf, newDerivedDraft } from "./derived-draft.js";
import { type FilterDraft, filterProblems, filterSpecOf, newFilterDraft } from "./filter-draft.js";
import { type DescribedJoin, type JoinDraft, joinProblems, joinSpecOf, newJoinDraft } from "./join-draft.js";
import type { Problems } from "./problems.js";
import { newReplacementDraft, type ReplacementDraft, replacementProblems, replacementSpecOf } from "./replacement-draft.js";
import { newSortDraft, type SortDraft, sortProblems, sortSpecOf } from "./sort-draft.js";
import { newUnpivotDraft, type UnpivotDraft, unpivotProblems, unpivotSpecOf } from "./unpivot-draft.js";

export type StepType = EditStepSpec["type"];
/** Position in the menu of new steps. */
const MENU_ORDER = { filter: 0, sort: 1, aggregation: 2, replacement: 3, derived: 4, unpivot: 5, join: 6 } as const satisfies Record<
  StepType,
  number
>;
/** In the order in which they are offered. */
export const STEP_TYPES = (Object.keys(MENU_ORDER) as StepType[]).sort((a, b) => MENU_ORDER[a] - MENU_ORDER[b]);

export type StepDraft =
  | ({ type: "filter" } & FilterDraft)
  | ({ type: "sort" } & SortDraft)
  | ({ type: "aggregation" } & AggregationDraft)
  | ({ type: "replacement" } & ReplacementDraft)
  | ({ type: "derived" } & DerivedColumnDraft)
  | ({ type: "unpivot" } & UnpivotDraft)
  | ({ type: "join" } & JoinDraft);

/** A step as it is sent, with what its description needs. A stored step is one too. */
export type DescribedStep = Exclude<EditStepSpec, JoinSpec> | DescribedJoin;

/** Returns an empty draft of a step of this type for a table with these columns. */
export function newStepDraft(type: StepType, columns: readonly StepColumn[]): StepDraft {
  switch (type) {
    case "filter":
      return { type, ...newFilterDraft() };
    case "sort":
      return { type, ...newSortDraft() };
    case "aggregation":
      return { type, ...newAggregationDraft() };
    case "replacement":
      return { type, ...newReplacementDraft() };
    case "derived":
      return { type, ...newDerivedDraft(columns) };
    case "unpivot":
      return { type, ...newUnpivotDraft(columns) };
    case "join":
      return { type, ...newJoinDraft() };
  }
}

/** Problems to correct before the step is sent, by field. */
export function stepProblems(draft: StepDraft, columns: readonly StepColumn[]): Problems {
  switch (draft.type) {
    case "filter":
      return filterProblems(draft, columns);
    case "sort":
      return sortProblems(draft, columns);
    case "aggregation":
      return aggregationProblems(draft, columns);
    case "replacement":
      return replacementProblems(draft, columns);
    case "derived":
      return derivedProblems(draft, columns);
    case "unpivot":
      return unpivotProblems(draft, columns);
    case "join":
      return joinProblems(draft, columns);
  }
}

/** Step to send for a draft without problems. */
export function stepSpecOf(draft: StepDraft, columns: readonly StepColumn[]): DescribedStep {
  switch (draft.type) {
    case "filter":
      return filterSpecOf(draft, columns);
    case "sort":
      return sortSpecOf(draft);
    case "aggregation":
      return aggregationSpecOf(draft);
    case "replacement":
      return replacementSpecOf(draft, columns);
    case "derived":
      return derivedSpecOf(draft);
    case "unpivot":
      return unpivotSpecOf(draft, columns);
    case "join":
      return joinSpecOf(draft);
  }
}
