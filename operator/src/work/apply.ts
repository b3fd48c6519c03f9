import {
  AlreadyExists,
  COLLECTIONS,
  Conflict,
  FINALIZER,
  type JobRunner,
  type KindName,
  type Resource,
  type ResourceStore,
  type TransitionRecorder,
} from "@agatha/contracts";
import type { Outcome } from "../runtime/controller.js";
import { writeStatus } from "../runtime/status.js";
import type { Action, Limits, Plan } from "./action.js";
import { objectPrefix } from "./fingerprint.js";
import { carryOutOnModel } from "./models.js";
import type { ReleaseDeps } from "./release.js";
import { sweep } from "./sweep.js";
import { transitionsOf } from "./transitions.js";

export interface ApplyDeps extends ReleaseDeps {
  resources: Pick<ResourceStore, "get" | "create" | "update" | "updateStatus" | "delete">;
  jobs: Pick<JobRunner, "get" | "launch" | "cancel" | "remove" | "logs">;
  /** None where nobody would look. */
  recorder?: Pick<TransitionRecorder, "record">;
}

/** Carries out a plan, with at most one write of the status and that at the end; `changed` is called when it was written. */
export async function apply<K extends KindName>(
  deps: ApplyDeps,
  resource: Resource<K>,
  plan: Plan<K>,
  changed: () => Promise<void>,
): Promise<Outcome> {
  let current = resource;
  if (plan.actions.length > 0) await assertPresent(deps, resource);
  for (const action of plan.actions) current = await carryOut(deps, current, action);
  if (await writeStatus(deps.resources, resource.kind, current, plan.status)) {
    for (const transition of transitionsOf(resource.status, plan.status)) deps.recorder?.record(resource, transition);
    await changed();
  }
  return plan.requeueAfter === undefined ? {} : { requeueAfter: plan.requeueAfter };
}

/** A plan made from an old view could start a job that has long been done, or delete what is in use by now. */
async function assertPresent(deps: ApplyDeps, { kind, metadata }: Resource<KindName>): Promise<void> {
  const present = await deps.resources.get(kind, metadata.name);
  if (present?.metadata.uid !== metadata.uid || present.metadata.resourceVersion !== metadata.resourceVersion) {
    throw new Conflict(`${kind} ${metadata.name} has changed since it was seen`);
  }
}

async function carryOut<K extends KindName>(deps: ApplyDeps, resource: Resource<K>, action: Action): Promise<Resource<K>> {
  switch (action.do) {
    case "keep-metadata": {
      const finalizers = [...new Set([...(resource.metadata.finalizers ?? []), FINALIZER])];
      const { ownerReferences = resource.metadata.ownerReferences } = action;
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
      await sweep(deps, resource, action.tasks, action.keep);
      return resource;
    default: {
      const changed = await carryOutOnModel(deps.resources, action);
      // A model that is enabled by its own plan is written further as it is now.
      return changed?.metadata.uid === resource.metadata.uid ? (changed as Resource<KindName> as Resource<K>) : resource;
    }
  }
}

async function writeTask(
  deps: ApplyDeps,
  resource: Resource<KindName>,
  { id, at, input }: Extract<Action, { do: "start" }>,
): Promise<void> {
  const { name, uid } = resource.metadata;
  try {
    await deps.documents.collection(COLLECTIONS.tasks).insert({
      id,
      resourceKind: resource.kind,
      resourceName: name,
      resourceUid: uid,
      input,
      outputPrefix: `${objectPrefix(resource.kind, uid)}/${id}`,
      createdAt: at,
    });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
}

async function launch(deps: ApplyDeps, resource: Resource<KindName>, name: string, limits: Limits): Promise<void> {
  const owner = { kind: resource.kind, name: resource.metadata.name, uid: resource.metadata.uid };
  await deps.jobs.launch({ name, owner, ...limits });
}
