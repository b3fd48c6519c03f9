/** A comparison that is being described, before it is sent. Pure, so that the form only shows it. */
import type { ModelType } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { NewEvaluation } from "../api/shapes.js";
import { isTable } from "../uploads/extensions.js";
import type { ColumnProblem } from "./mapping.js";

/** As many as the server compares at once. */
export const MOST_COMPARED = 20;
/** Characters of a column's name at the most. */
export const LONGEST_NAME = 512;

export interface EvaluationDraft {
  models: readonly string[];
  source: "file" | "dataset";
  file: File | null;
  testDatasetId: string | null;
  /** Null: as the models learned. */
  useExtraction: boolean | null;
  /** Outlier detection: the column that marks known anomalies; blank for the one that the models learned with. */
  label: string;
}

type Comparable = Pick<ModelAnswer, "id" | "model_type" | "response" | "status" | "use_extraction">;

export type JoinProblem = "failed" | "otherKind" | "otherTarget" | "full";

/** Why a model cannot be compared with those chosen; undefined where it can. */
export function joinProblem(chosen: readonly Comparable[], model: Comparable): JoinProblem | undefined {
  if (isFailed(model)) return "failed";
  const first = chosen.find(({ id }) => id !== model.id);
  if (first && first.model_type !== model.model_type) return "otherKind";
  if (first && first.response !== model.response) return "otherTarget";
  const isNew = chosen.every(({ id }) => id !== model.id);
  return isNew && chosen.length >= MOST_COMPARED ? "full" : undefined;
}

export function isFailed({ status }: Pick<ModelAnswer, "status">): boolean {
  return status === "fitting_fail" || status === "fail";
}

/** Of those that are asked for, as many as can be compared with the first of them. */
export function comparableOf<M extends Comparable>(models: readonly M[], wanted: readonly string[]): M[] {
  const chosen: M[] = [];
  for (const id of new Set(wanted)) {
    const model = models.find((one) => one.id === id);
    if (model && joinProblem(chosen, model) === undefined) chosen.push(model);
  }
  return chosen;
}

export function newDraft(models: readonly Comparable[], wanted: readonly string[]): EvaluationDraft {
  const chosen = comparableOf(models, wanted).map(({ id }) => id);
  return { models: chosen, source: "file", file: null, testDatasetId: null, useExtraction: null, label: "" };
}

/** What the draft is described for. */
export interface DraftPlace {
  models: readonly Comparable[];
  /** Entries of the edit history that are enabled. */
  enabledEntries: number;
  /** What does not match, by model, of the dataset with the test rows; empty while it is not known. */
  mapping: ReadonlyMap<string, readonly ColumnProblem[]>;
}

export interface DraftProblems {
  models?: "modelsNeeded";
  test?: "fileNeeded" | "fileKind" | "fileEmpty" | "datasetNeeded" | "nothingMatches";
  label?: "labelLong";
}

export function problemsOf(draft: EvaluationDraft, { mapping }: Pick<DraftPlace, "mapping">): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.models.length === 0) problems.models = "modelsNeeded";
  const test = draft.source === "file" ? fileProblem(draft.file) : datasetProblem(draft, mapping);
  if (test) problems.test = test;
  if (draft.label.trim().length > LONGEST_NAME) problems.label = "labelLong";
  return problems;
}

/** What of a file can be known to be refused before it is sent. */
export function fileProblem(file: Pick<File, "name" | "size"> | null): "fileNeeded" | "fileKind" | "fileEmpty" | undefined {
  if (file === null) return "fileNeeded";
  if (!isTable(file)) return "fileKind";
  return file.size === 0 ? "fileEmpty" : undefined;
}

/** Models that the rows do not fit fail alone: only where they fit none is there nothing to compare. */
function datasetProblem({ testDatasetId, models }: EvaluationDraft, mapping: DraftPlace["mapping"]): DraftProblems["test"] {
  if (testDatasetId === null) return "datasetNeeded";
  const fitsNone = models.length > 0 && models.every((id) => (mapping.get(id)?.length ?? 0) > 0);
  return fitsNone ? "nothingMatches" : undefined;
}

export function typeOf({ models }: Pick<EvaluationDraft, "models">, all: readonly Comparable[]): ModelType | null {
  return all.find(({ id }) => id === models[0])?.model_type ?? null;
}

/** Rows go through the edit history as those that the models learned from did, unless it is said otherwise. */
export function usesExtraction(draft: EvaluationDraft, { models, enabledEntries }: Pick<DraftPlace, "models" | "enabledEntries">): boolean {
  if (enabledEntries === 0) return false;
  const chosen = models.filter(({ id }) => draft.models.includes(id));
  return draft.useExtraction ?? (chosen.length > 0 && chosen.every((model) => model.use_extraction));
}

export function requestOf(draft: EvaluationDraft, place: Pick<DraftPlace, "models" | "enabledEntries">): NewEvaluation {
  const label = typeOf(draft, place.models) === "OCC" ? draft.label.trim() : "";
  return {
    model_id_list: [...draft.models],
    use_extraction: usesExtraction(draft, place),
    ...(label === "" ? {} : { response: label }),
    ...(draft.source === "dataset" && draft.testDatasetId !== null ? { test_dataset_id: draft.testDatasetId } : {}),
  };
}
