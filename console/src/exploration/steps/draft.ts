/** A step of any kind that is being described. */
import type { ExtractionSpec } from "@agatha/contracts";
import { type AggregationDraft, aggregationProblems, aggregationSpecOf, newAggregation } from "./aggregation-draft.js";
import type { StepColumn } from "./columns.js";
import { type DerivedDraft, derivedProblems, derivedSpecOf, newDerived } from "./derived-draft.js";
import { type FilterDraft, filterProblems, filterSpecOf, newFilter } from "./filter-draft.js";
import type { Problems } from "./problems.js";
import { newReplacement, type ReplacementDraft, replacementProblems, replacementSpecOf } from "./replacement-draft.js";
import { newSort, type SortDraft, sortProblems, sortSpecOf } from "./sort-draft.js";

export type StepType = ExtractionSpec["type"];
/** In the order in which they are offered. */
export const STEP_TYPES = ["filter", "sort", "aggregation", "replacement", "derived"] as const satisfies readonly StepType[];

export type StepDraft =
  | ({ type: "filter" } & FilterDraft)
  | ({ type: "sort" } & SortDraft)
  | ({ type: "aggregation" } & AggregationDraft)
  | ({ type: "replacement" } & ReplacementDraft)
  | ({ type: "derived" } & DerivedDraft);

export function newStep(type: StepType, columns: readonly StepColumn[]): StepDraft {
  switch (type) {
    case "filter":
      return { type, ...newFilter() };
    case "sort":
      return { type, ...newSort() };
    case "aggregation":
      return { type, ...newAggregation() };
    case "replacement":
      return { type, ...newReplacement() };
    case "derived":
      return { type, ...newDerived(columns) };
  }
}

/** What has to be mended before it is sent, by its field. */
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
  }
}

/** What is sent for a step without problems. */
export function stepSpecOf(draft: StepDraft, columns: readonly StepColumn[]): ExtractionSpec {
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
  }
}
