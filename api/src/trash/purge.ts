/** Deletion for good, before the day in which it can be undone has passed. */
import { type AuditAction, COLLECTIONS, ERRORS, type ErrorCode, isMarkedDeleted, NotFound, type User } from "@agatha/contracts";
import type { TrashItem, TrashKind } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { purgeEditStep } from "../edit-history/service.js";
import { purgeTemplate } from "../edit-templates/service.js";
import { forbidden } from "../http/api-error.js";
import { childModels } from "../resources/child-models.js";
import { purge, type RestorableKind } from "../resources/soft-delete.js";
import { modelTarget } from "../resources/training.js";
import { listTrash } from "./list-trash.js";

interface KindOfTrash {
  action: AuditAction;
  notFound: ErrorCode;
  /** Undefined for what is stored as a document. */
  resource?: RestorableKind;
}

const KINDS: Record<TrashKind, KindOfTrash> = {
  dataset: { action: "dataset.purge", notFound: ERRORS.datasetNotFound, resource: "Dataset" },
  model: { action: "model.purge", notFound: ERRORS.modelNotFound, resource: "Model" },
  automodel: { action: "automodel.purge", notFound: ERRORS.autoModelNotFound, resource: "AutoModel" },
  evaluation: { action: "evaluation.purge", notFound: ERRORS.evaluationNotFound, resource: "Evaluation" },
  extraction: { action: "extraction.purge", notFound: ERRORS.editHistoryNotFound },
  extraction_template: { action: "template.purge", notFound: ERRORS.editTemplateNotFound },
};
export const PURGE_ERRORS: ErrorCode[] = Object.values(KINDS).map(({ notFound }) => notFound);

/**
 * Deletes an item of the trash for good. Throws NotFound with the code of its kind if it is not in the user's trash, and ApiError
 * (permissionDenied) for an editor: only the owner gives up the day in which the deletion can be undone.
 */
export async function purgeItem(deps: ApiDeps, user: User, { kind, id }: Pick<TrashItem, "kind" | "id">): Promise<void> {
  const found = (await listTrash(deps, user)).find((item) => item.kind === kind && item.id === id);
  if (!found) throw new NotFound(`${kind} ${id} is not in the trash`, KINDS[kind].notFound);
  if (!mayPurge(found)) throw forbidden(`Only the owner of ${found.title} and managers may delete it for good`);
  await purgeFound(deps, user, found);
}

/** Deletes for good what the user may, of one owner or of all, deleted at `until` at the latest. Returns what was deleted. */
export async function emptyTrash(deps: ApiDeps, user: User, { owner, until }: { owner?: string; until?: string }): Promise<TrashItem[]> {
  const chosen = (await listTrash(deps, user)).filter(
    (item) =>
      mayPurge(item) &&
      (owner === undefined || item.owner_id === owner) &&
      (until === undefined || Date.parse(item.deleted_at) <= Date.parse(until)),
  );
  const purged: TrashItem[] = [];
  for (const item of chosen) {
    try {
      await purgeFound(deps, user, item);
      purged.push(item);
    } catch (error) {
      // Somebody has restored it meanwhile, or deleted it for good.
      if (!(error instanceof NotFound)) throw error;
    }
  }
  return purged;
}

function mayPurge({ role }: TrashItem): boolean {
  return role === "owner" || role === "manager";
}

async function purgeFound(deps: ApiDeps, user: User, { kind, id, title, models, dataset_id }: TrashItem): Promise<void> {
  const { action, notFound, resource } = KINDS[kind];
  const detail = { ...(models ? { models } : { name: title }), ...(dataset_id !== null && { dataset: dataset_id }) };
  await recordAudit(deps, user, { action, target: id, detail });
  if (resource !== undefined) await purgeResource(deps, resource, id, notFound);
  else if (dataset_id === null) await purgeDeletedTemplate(deps, id);
  else await purgeStep(deps, dataset_id, id);
}

async function purgeResource(deps: ApiDeps, kind: RestorableKind, name: string, notFoundCode: ErrorCode): Promise<void> {
  const resource = await deps.resources.get(kind, name);
  if (!resource) throw new NotFound(`${kind} ${name} is gone`, notFoundCode);
  const training = kind === "AutoModel" ? await deps.resources.get("AutoModel", name) : undefined;
  // Models of a training are not restored without it.
  for (const model of training ? await childModels(deps, training) : []) {
    if (isMarkedDeleted(model)) await purge(deps, modelTarget(model));
  }
  await purge(deps, { kind, name, uid: resource.metadata.uid, notFoundCode });
}

async function purgeDeletedTemplate(deps: ApiDeps, id: string): Promise<void> {
  const template = await deps.documents.collection(COLLECTIONS.editTemplates).get(id);
  const purged = template?.deletedAt !== undefined && (await purgeTemplate(deps, template));
  if (!purged) throw new NotFound(`template ${id} was restored, or is gone`, ERRORS.editTemplateNotFound);
}

async function purgeStep(deps: ApiDeps, datasetId: string, id: string): Promise<void> {
  const dataset = await deps.resources.get("Dataset", datasetId);
  if (!dataset) throw new NotFound(`dataset ${datasetId} is gone`, ERRORS.datasetNotFound);
  await purgeEditStep(deps, dataset, id);
}
