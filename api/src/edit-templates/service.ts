import { randomBytes } from "node:crypto";
import { AlreadyExists, COLLECTIONS, type EditTemplate, ERRORS, InvalidInput, isoTime, NotFound, type User } from "@agatha/contracts";
import type { CreateEditTemplateRequest, EditTemplateAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, ensureAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { requiredColumns } from "../edit-history/answer.js";
import { undeletedSteps } from "../edit-history/history.js";
import { loadSteps } from "../edit-history/store.js";

/** Returns the templates sorted by name. */
export async function listTemplates({ documents }: Pick<ApiDeps, "documents">, user: User): Promise<EditTemplateAnswer[]> {
  const where = user.auth === "manager" ? {} : { where: { owner: user.id } };
  const found = await documents.collection(COLLECTIONS.editTemplates).find(where);
  return found.map(templateAnswerOf).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a template. Throws NotFound (editTemplateNotFound) if it is missing or another user's. */
export async function accessibleTemplate({ documents }: Pick<ApiDeps, "documents">, user: User, id: string): Promise<EditTemplate> {
  const found = await documents.collection(COLLECTIONS.editTemplates).get(id);
  const notFound = new NotFound(`template ${id} is not there`, ERRORS.editTemplateNotFound);
  if (!found) throw notFound;
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
  if (missing !== undefined) throw new NotFound(`entry ${missing} is not there`, ERRORS.editHistoryNotFound);
  const entries = present.filter(({ id, enabled }) => ids?.includes(id) ?? enabled).map(({ cond, spec }) => ({ cond, spec }));
  if (entries.length === 0)
    throw new InvalidInput(ERRORS.badRequest, { path: "dataset_id", message: "No entry of the edit history is enabled" });
  const id = `t${randomBytes(10).toString("hex")}`;
  await recordAudit(deps, user, { action: "template.create", target: id, detail: { name, dataset: dataset_id } });
  try {
    const template = { id, owner: dataset.spec.owner, name, entries, createdAt: isoTime(deps.clock) };
    return templateAnswerOf(await deps.documents.collection(COLLECTIONS.editTemplates).insert(template));
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
    throw new InvalidInput(ERRORS.badRequest, {
      path: "name",
      message: `There is a template ${JSON.stringify(name)}: choose another name`,
    });
  }
}

/** Deletes a template and returns it. Throws NotFound (editTemplateNotFound). */
export async function deleteTemplate(deps: ApiDeps, user: User, id: string): Promise<EditTemplateAnswer> {
  const template = await accessibleTemplate(deps, user, id);
  await recordAudit(deps, user, { action: "template.delete", target: id, detail: { name: template.name } });
  await deps.documents.collection(COLLECTIONS.editTemplates).delete(id);
  return templateAnswerOf(template);
}

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
