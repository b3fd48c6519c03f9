import {
  AlreadyExists,
  COLLECTIONS,
  Conflict,
  FINALIZER,
  type JobRunner,
  type KindName,
  type OwnerReference,
  objectPrefix,
  type Resource,
  type ResourceStore,
} from "@agatha/contracts";
import type { FinalizeDeps } from "../lifecycle/finalize.js";
import { collectGarbage } from "../lifecycle/garbage-collection.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { type StatusWriter, writeStatus } from "../status/write-status.js";
import type { Action, JobLimits, Plan } from "./action.js";
import { applyModelAction } from "./model-actions.js";
import { startTaskSpan, traceparentOf } from "./task-span.js";

export interface ApplyDeps extends FinalizeDeps, Pick<StatusWriter, "recorder"> {
  resources: Pick<ResourceStore, "get" | "list" | "create" | "update" | "updateStatus" | "delete">;
  jobs: Pick<JobRunner, "get" | "launch" | "cancel" | "remove" | "logs">;
}

/** Applies a plan. The status is written last, and at most once; then `changed` is called. */
export async function applyPlan<K extends KindName>(
  deps: ApplyDeps,
  resource: Resource<K>,
  plan: Plan<K>,
  changed: () => Promise<void>,
): Promise<ReconcileResult> {
  let current = resource;
  if (plan.actions.length > 0) await assertUnchanged(deps, resource);
  for (const action of plan.actions) current = await applyAction(deps, current, action);
  if (await writeStatus(deps, current, plan.status)) await changed();
  return plan.requeueAfter === undefined ? {} : { requeueAfter: plan.requeueAfter };
}

/**
 * Throws Conflict if the object has changed. An outdated plan could start a finished job again, or delete outputs that are now in
 * use.
 */
async function assertUnchanged(deps: ApplyDeps, { kind, metadata }: Resource<KindName>): Promise<void> {
  const present = await deps.resources.get(kind, metadata.name);
  if (present?.metadata.uid !== metadata.uid || present.metadata.resourceVersion !== metadata.resourceVersion) {
    throw new Conflict(`${kind} ${metadata.name} has changed since it was seen`);
  }
}

/**
 * Throws Conflict if an owner that the object is to get is gone or being deleted. The cache may learn later of the owner's deletion with
 * --cascade=orphan than of the reference that Kubernetes then took away, and the new reference would have the object deleted.
 */
async function assertNewOwnersStay(
  deps: ApplyDeps,
  { metadata }: Resource<KindName>,
  wanted: readonly OwnerReference[] = [],
): Promise<void> {
  const known = new Set(metadata.ownerReferences?.map(({ uid }) => uid));
  for (const { kind, name, uid } of wanted) {
    if (known.has(uid)) continue;
    const owner = await deps.resources.get(kind as KindName, name);
    if (owner?.metadata.uid !== uid || owner.metadata.deletionTimestamp !== undefined) {
      throw new Conflict(`${kind} ${name} is being deleted or has changed since it was seen`);
    }
  }
}

async function applyAction<K extends KindName>(deps: ApplyDeps, resource: Resource<K>, action: Action): Promise<Resource<K>> {
  switch (action.do) {
    case "keep-metadata": {
      const finalizers = [...new Set([...(resource.metadata.finalizers ?? []), FINALIZER])];
      const { ownerReferences = resource.metadata.ownerReferences } = action;
      await assertNewOwnersStay(deps, resource, ownerReferences);
      const metadata = { ...resource.metadata, finalizers, ...(ownerReferences && { ownerReferences }) };
      return await deps.resources.update(resource.kind as K, { ...resource, metadata });
    }
    case "start":
      await writeTask(deps, resource, action);
      await launch(deps, resource, action.id, action.limits);
      return resource;
    case "launch":
      await launch(deps, resource, action.id, action.limits);
      return resource;
    case "cancel":
      await deps.jobs.cancel(action.id);
      return resource;
    case "store-text":
      await deps.objects.put(action.key, Buffer.from(action.text));
      return resource;
    case "sweep":
      await collectGarbage(deps, resource, action.tasks, action.keep);
      return resource;
    default:
      await applyModelAction(deps.resources, action);
      return resource;
  }
}

async function writeTask(
  deps: ApplyDeps,
  resource: Resource<KindName>,
  { id, at, failures, input }: Extract<Action, { do: "start" }>,
): Promise<void> {
  const { name, uid } = resource.metadata;
  const span = startTaskSpan(resource, id);
  try {
    await deps.documents.collection(COLLECTIONS.tasks).insert({
      id,
      resourceKind: resource.kind,
      resourceName: name,
      resourceUid: uid,
      input,
      outputPrefix: `${objectPrefix(resource.kind, uid)}/${id}`,
      createdAt: at,
      failures,
      ...traceparentOf(span),
    });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  } finally {
    span.end();
  }
}

async function launch(deps: ApplyDeps, resource: Resource<KindName>, name: string, limits: JobLimits): Promise<void> {
  const owner = { kind: resource.kind, name: resource.metadata.name, uid: resource.metadata.uid };
  await deps.jobs.launch({ name, owner, account: resource.spec.owner, ...limits });
}
