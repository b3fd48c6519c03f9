/** Draft of a comparison. Pure, so that the form only displays it. */
import type { ModelType } from "@agatha/contracts";
import type { NewEvaluation } from "@agatha/contracts/client/request-types";
import { hasTableExtension } from "../../../file-upload/file-extensions.js";
import { type ComparableModel, compatibleModels } from "../../../models/comparability.js";
import type { ColumnMismatch } from "../input/column-mismatches.js";

/** Most characters in a column's name. */
export const MAX_COLUMN_NAME_LENGTH = 512;

export interface EvaluationDraft {
  models: readonly string[];
  source: "file" | "dataset";
  file: File | null;
  inputDatasetId: string | null;
  /** Null: as for the models' training rows. */
  applyEdits: boolean | null;
  /** Outlier detection: the column that marks known anomalies. Blank means the column of the models' training. */
  label: string;
}

/** Returns a draft with those of the requested models that can be compared with each other. */
export function newEvaluationDraft(models: readonly ComparableModel[], requested: readonly string[]): EvaluationDraft {
  const chosen = compatibleModels(models, requested).map(({ id }) => id);
  return { models: chosen, source: "file", file: null, inputDatasetId: null, applyEdits: null, label: "" };
}

/** Facts that the draft depends on. */
export interface DraftContext {
  models: readonly ComparableModel[];
  /** Number of enabled entries of the edit history. */
  enabledSteps: number;
  /** Mismatches between the dataset of the test rows and each model; empty while not known. */
  mismatches: ReadonlyMap<string, readonly ColumnMismatch[]>;
}

export interface DraftProblems {
  models?: "modelsNeeded";
  input?: "fileNeeded" | "fileKind" | "fileEmpty" | "datasetNeeded" | "nothingMatches";
  label?: "labelLong";
}

/** Returns the problem of each field that keeps the comparison from being started. None means that it can be. */
export function draftProblems(draft: EvaluationDraft, { mismatches }: Pick<DraftContext, "mismatches">): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.models.length === 0) problems.models = "modelsNeeded";
  const test = draft.source === "file" ? fileProblem(draft.file) : datasetProblem(draft, mismatches);
  if (test) problems.input = test;
  if (draft.label.trim().length > MAX_COLUMN_NAME_LENGTH) problems.label = "labelLong";
  return problems;
}

/** Problem of a file that is known before it is sent. */
export function fileProblem(file: Pick<File, "name" | "size"> | null): "fileNeeded" | "fileKind" | "fileEmpty" | undefined {
  if (file === null) return "fileNeeded";
  if (!hasTableExtension(file)) return "fileKind";
  return file.size === 0 ? "fileEmpty" : undefined;
}

/** A model fails alone if the rows do not match it. Nothing can be compared only if they match no model. */
function datasetProblem({ inputDatasetId, models }: EvaluationDraft, mapping: DraftContext["mismatches"]): DraftProblems["input"] {
  if (inputDatasetId === null) return "datasetNeeded";
  const fitsNone = models.length > 0 && models.every((id) => (mapping.get(id)?.length ?? 0) > 0);
  return fitsNone ? "nothingMatches" : undefined;
}

/** Returns the type of the chosen models; null if there are none. */
export function modelTypeOf({ models }: Pick<EvaluationDraft, "models">, all: readonly ComparableModel[]): ModelType | null {
  return all.find(({ id }) => id === models[0])?.model_type ?? null;
}

/** Applies the edit history if it was applied to the models' training rows, unless the user chooses otherwise. */
export function appliesEdits(draft: EvaluationDraft, { models, enabledSteps }: Pick<DraftContext, "models" | "enabledSteps">): boolean {
  if (enabledSteps === 0) return false;
  const chosen = models.filter(({ id }) => draft.models.includes(id));
  return draft.applyEdits ?? (chosen.length > 0 && chosen.every((model) => model.use_extraction));
}

/** Returns the request of a draft without problems. Its file is uploaded afterwards. */
export function evaluationRequestOf(draft: EvaluationDraft, place: Pick<DraftContext, "models" | "enabledSteps">): NewEvaluation {
  const label = modelTypeOf(draft, place.models) === "OCC" ? draft.label.trim() : "";
  return {
    model_id_list: [...draft.models],
    use_extraction: appliesEdits(draft, place),
    ...(label === "" ? {} : { response: label }),
    ...(draft.source === "dataset" && draft.inputDatasetId !== null ? { test_dataset_id: draft.inputDatasetId } : {}),
  };
}
