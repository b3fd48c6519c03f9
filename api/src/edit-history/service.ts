import { randomBytes } from "node:crypto";
import { type EditStep, InvalidInput, isoTime, NotFound, type Problem, type Resource, type User } from "@agatha/contracts";
import type { CreateEditStepRequest, EditHistoryPatch, EditStepAnswer, EditStepChanges } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, requireDatasetProduct } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { editStepAnswer } from "./answer.js";
import { changeStep, changeSteps, editStepNotFound, enabledIndex, insertStep, type StepChange, undeletedSteps } from "./history.js";
import { loadSteps, updateHistory } from "./store.js";
import { type EditStepDeps, storedStep } from "./stored-step.js";

type Dataset = Resource<"Dataset">;

/** Returns the entries in order, without deleted ones. */
export async function listEditSteps(deps: ApiDeps, dataset: Dataset): Promise<EditStepAnswer[]> {
  return editStepAnswers(dataset, await loadSteps(deps, dataset));
}

/**
 * Adds a step. Throws InvalidInput (dataExtraction) if it does not fit the columns, or if later steps then do not, and NotFound
 * (editHistoryNotFound) if the entry is gone that it is to come before.
 */
export async function addEditStep(
  deps: EditStepDeps,
  user: User,
  dataset: Dataset,
  { cond, spec: request, ...wanted }: CreateEditStepRequest,
): Promise<EditStepAnswer> {
  await requireDatasetProduct(deps, user, dataset);
  const spec = await storedStep(deps, user, dataset, request);
  const id = newEditStepId(dataset);
  const entry = { id, enabled: true, cond, spec, owner: user.id, updatedAt: isoTime(deps.clock) };
  await recordAudit(deps, user, { action: "extraction.add", target: id, detail: { type: spec.type, dataset: dataset.metadata.name } });
  let place = -1;
  const insert = (present: EditStep[]): EditStep[] => {
    const entries = insertStep(present, entry, wanted);
    place = enabledIndex(entries, id);
    return entries;
  };
  const entries = await updateHistory(deps, dataset, insert).catch((error: unknown) => {
    throw withRequestPaths(error, place);
  });
  return findStepAnswer(dataset, entries, id);
}

/** Returns the error with the problems of the step at this place. Their paths are those of the request that sent the step. */
function withRequestPaths(error: unknown, place: number): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const step = `entries[${place}]`;
  const own = ({ path }: Problem): boolean => path === step || path.startsWith(`${step}.`);
  return new InvalidInput(
    error.code,
    error.problems.map((problem) => (own(problem) ? { ...problem, path: `spec${problem.path.slice(step.length)}` } : problem)),
  );
}

/**
 * Changes all requested entries or none. Returns the entries afterwards, in order. Throws NotFound (editHistoryNotFound), and
 * InvalidInput as above.
 */
export async function changeEditSteps(deps: ApiDeps, user: User, dataset: Dataset, patch: EditHistoryPatch): Promise<EditStepAnswer[]> {
  await recordAudit(deps, user, {
    action: `extraction.${patch.change}`,
    target: dataset.metadata.name,
    detail: { ids: patch.ids ?? "all" },
  });
  return editStepAnswers(dataset, await updateHistory(deps, dataset, (present) => changeSteps(present, patch, isoTime(deps.clock))));
}

/** Restores a deleted entry and returns it. Throws what changeEditSteps throws. */
export async function restoreEditStep(deps: ApiDeps, user: User, dataset: Dataset, id: string): Promise<EditStepAnswer> {
  const found = (await changeEditSteps(deps, user, dataset, { ids: [id], change: "restore" })).find((entry) => entry.id === id);
  if (!found) throw editStepNotFound(id);
  return found;
}

/**
 * Sets what an entry does, its text and whether it is enabled, in one write, and returns it. Throws what addEditStep and changeStep
 * throw.
 */
export async function patchEditStep(
  deps: EditStepDeps,
  user: User,
  dataset: Dataset,
  { id, updated_at, spec: request, ...changes }: EditStepChanges & { id: string },
): Promise<EditStepAnswer> {
  if (request !== undefined) await requireDatasetProduct(deps, user, dataset);
  const spec = request && (await storedStep(deps, user, dataset, request));
  await auditPatch(deps, user, dataset, { id, spec, ...changes });
  let place = -1;
  const change = (present: EditStep[]): EditStep[] => {
    const entries = changeStep(present, { id, spec, ...changes, updatedAt: updated_at }, isoTime(deps.clock));
    place = enabledIndex(entries, id);
    return entries;
  };
  const entries = await updateHistory(deps, dataset, change).catch((error: unknown) => {
    throw spec ? withRequestPaths(error, place) : error;
  });
  return findStepAnswer(dataset, entries, id);
}

async function auditPatch(deps: ApiDeps, user: User, dataset: Dataset, { id, spec, cond, enabled }: StepChange): Promise<void> {
  const { name } = dataset.metadata;
  if (spec !== undefined || cond !== undefined)
    await recordAudit(deps, user, { action: "extraction.change", target: id, detail: { type: spec?.type, dataset: name } });
  if (enabled !== undefined)
    await recordAudit(deps, user, { action: `extraction.${enabled ? "enable" : "disable"}`, target: name, detail: { ids: [id] } });
}

/** Removes a deleted entry, which then cannot be restored. Throws NotFound (editHistoryNotFound) if it is not deleted. */
export async function purgeEditStep(deps: ApiDeps, dataset: Dataset, id: string): Promise<void> {
  await updateHistory(deps, dataset, (present) => {
    const kept = present.filter((entry) => entry.id !== id || entry.deletedAt === undefined);
    if (kept.length === present.length) throw editStepNotFound(id);
    return kept;
  });
}

/** Returns an entry by its id alone. Throws NotFound (editHistoryNotFound) if it is missing or another user's. */
export async function editStepById(deps: ApiDeps, user: User, id: string): Promise<{ dataset: Dataset; entry: EditStepAnswer }> {
  const [name = ""] = id.split(".");
  const dataset = await accessibleDataset(deps, user, name).catch((error: unknown) => {
    throw error instanceof NotFound ? editStepNotFound(id) : error;
  });
  return { dataset, entry: findStepAnswer(dataset, await loadSteps(deps, dataset), id) };
}

/** Returns an entry by its dataset and its id. Throws NotFound (datasetNotFound, editHistoryNotFound). */
export async function editStepInDataset(
  deps: ApiDeps,
  user: User,
  { id, extId }: { id: string; extId: string },
): Promise<{ dataset: Dataset; entry: EditStepAnswer }> {
  const dataset = await accessibleDataset(deps, user, id);
  return { dataset, entry: findStepAnswer(dataset, await loadSteps(deps, dataset), extId) };
}

/** Returns a new id, which begins with the dataset's name, so that an entry's dataset is known by its id. */
export const newEditStepId = ({ metadata }: Dataset): string => `${metadata.name}.${randomBytes(10).toString("hex")}`;

/** Returns the answers of the entries that are not deleted, in order. */
export function editStepAnswers(dataset: Dataset, entries: EditStep[]): EditStepAnswer[] {
  return undeletedSteps(entries).map((entry) => editStepAnswer(dataset, entry));
}

function findStepAnswer(dataset: Dataset, entries: EditStep[], id: string): EditStepAnswer {
  const found = editStepAnswers(dataset, entries).find((entry) => entry.id === id);
  if (!found) throw editStepNotFound(id);
  return found;
}
