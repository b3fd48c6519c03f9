import { randomBytes } from "node:crypto";
import {
  AlreadyExists,
  COLLECTIONS,
  Conflict,
  type EditTemplate,
  ERRORS,
  InvalidInput,
  isoTime,
  NotFound,
  RESTORE_WINDOW_MS,
  requiredColumns,
  type User,
} from "@agatha/contracts";
import type { CreateEditTemplateRequest, EditTemplateAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, ensureAccess } from "../datasets/access.js";
import { canAccess } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { editStepNotFound, undeletedSteps } from "../edit-history/history.js";
import { loadSteps } from "../edit-history/store.js";

/** Returns the templates sorted by name. */
export async function listTemplates({ documents }: Pick<ApiDeps, "documents">, user: User): Promise<EditTemplateAnswer[]> {
  const where = user.auth === "manager" ? {} : { where: { owner: user.id } };
  const found = await documents.collection(COLLECTIONS.editTemplates).find(where);
  return found
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map(templateAnswerOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the deleted templates, which can be restored until they expire. */
export async function deletedTemplates({ documents }: Pick<ApiDeps, "documents">, user: User): Promise<EditTemplate[]> {
  const where = user.auth === "manager" ? {} : { where: { owner: user.id } };
  return (await documents.collection(COLLECTIONS.editTemplates).find(where)).filter(({ deletedAt }) => deletedAt !== undefined);
}

/** Returns a template. Throws NotFound (editTemplateNotFound) if it is missing or another user's. */
export async function accessibleTemplate({ documents }: Pick<ApiDeps, "documents">, user: User, id: string): Promise<EditTemplate> {
  const found = await documents.collection(COLLECTIONS.editTemplates).get(id);
  const notFound = new NotFound(`template ${id} is not there`, ERRORS.editTemplateNotFound);
  if (!found || found.deletedAt !== undefined) throw notFound;
  ensureAccess(user, { metadata: { name: id }, spec: found }, notFound);
  return found;
}

/**
 * Creates a template. Throws NotFound (datasetNotFound, editHistoryNotFound), and InvalidInput (badRequest) if there is no entry
 * or the name is taken.
 */
export async function createTemplate(
  deps: ApiDeps,
  user: User,
  { name, dataset_id, ids }: CreateEditTemplateRequest,
): Promise<EditTemplateAnswer> {
  const dataset = await accessibleDataset(deps, user, dataset_id);
  const present = undeletedSteps(await loadSteps(deps, dataset));
  const missing = ids?.find((id) => !present.some((entry) => entry.id === id));
  if (missing !== undefined) throw editStepNotFound(missing);
  const entries = present.filter(({ id, enabled }) => ids?.includes(id) ?? enabled).map(({ cond, spec }) => ({ cond, spec }));
  if (entries.length === 0)
    throw new InvalidInput(ERRORS.badRequest, { path: "dataset_id", message: "No entry of the edit history is enabled" });
  const id = `t${randomBytes(10).toString("hex")}`;
  await recordAudit(deps, user, { action: "template.create", target: id, detail: { name, dataset: dataset_id } });
  const collection = deps.documents.collection(COLLECTIONS.editTemplates);
  const owner = canAccess(user, dataset) ? dataset.spec.owner : user.id;
  for (const other of await collection.find({ where: { owner, name } }))
    if (other.deletedAt !== undefined) await purgeTemplate(deps, other);
  try {
    return templateAnswerOf(await collection.insert({ id, owner, name, entries, createdAt: isoTime(deps.clock) }));
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
    throw new InvalidInput(ERRORS.badRequest, {
      path: "name",
      message: `There is a template ${JSON.stringify(name)}: choose another name`,
    });
  }
}

/** Deletes a template, so that it can be restored for a day, and returns it. Throws NotFound (editTemplateNotFound). */
export async function deleteTemplate(deps: ApiDeps, user: User, id: string): Promise<EditTemplateAnswer> {
  const template = await accessibleTemplate(deps, user, id);
  await recordAudit(deps, user, { action: "template.delete", target: id, detail: { name: template.name } });
  await deps.documents.collection(COLLECTIONS.editTemplates).put({
    ...template,
    deletedAt: isoTime(deps.clock),
    expiresAt: new Date(deps.clock.now() + RESTORE_WINDOW_MS).toISOString(),
  });
  return templateAnswerOf(template);
}

/** Deletes a deleted template for good. Returns false if it is restored or gone since it was read. */
export async function purgeTemplate(deps: Pick<ApiDeps, "documents" | "clock">, template: EditTemplate): Promise<boolean> {
  const collection = deps.documents.collection(COLLECTIONS.editTemplates);
  // From then on it cannot be restored.
  const expired = await replaceUnchanged(deps, { ...template, expiresAt: isoTime(deps.clock) });
  if (expired) await collection.delete(template.id);
  return expired !== undefined;
}

/** Returns undefined if the template has been changed or deleted since it was read. */
async function replaceUnchanged({ documents }: Pick<ApiDeps, "documents">, template: EditTemplate): Promise<EditTemplate | undefined> {
  try {
    return await documents.collection(COLLECTIONS.editTemplates).replace(template);
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Restores a template. Throws NotFound (editTemplateNotFound): a new template of its name has replaced it for good. */
export async function restoreTemplate(deps: ApiDeps, user: User, id: string): Promise<EditTemplateAnswer> {
  const collection = deps.documents.collection(COLLECTIONS.editTemplates);
  const found = await collection.get(id);
  const notFound = new NotFound(`template ${id} was not deleted, or more than a day ago`, ERRORS.editTemplateNotFound);
  if (found?.deletedAt === undefined) throw notFound;
  ensureAccess(user, { metadata: { name: id }, spec: found }, notFound);
  await recordAudit(deps, user, { action: "template.restore", target: id, detail: { name: found.name } });
  const { deletedAt: _deletedAt, expiresAt: _expiresAt, ...template } = found;
  const restored = await replaceUnchanged(deps, template);
  if (!restored) throw notFound;
  return templateAnswerOf(restored);
}

/** Returns a template as the API answers it. `columns` are those that a dataset must have for it. */
export function templateAnswerOf({ id, name, owner, entries, createdAt }: EditTemplate): EditTemplateAnswer {
  return {
    id,
    name,
    owner,
    entries: entries.map(({ cond, spec }) => ({ cond, spec, type: spec.type })),
    columns: requiredColumns(entries.map(({ spec }) => spec)),
    created_at: createdAt,
  };
}
