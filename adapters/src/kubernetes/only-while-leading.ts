import type { JobRunner, ResourceStore } from "@agatha/contracts";

/** A process may have stood still for a while without knowing: then its writes would undo its successor's. */
async function check(leads: () => boolean): Promise<void> {
  if (!leads()) throw new Error("Somebody else leads now: nothing is written any more");
}

/** Refuses writes from the moment on that the lease is not ours any more. */
export function resourcesWhileLeading(resources: ResourceStore, leads: () => boolean): ResourceStore {
  return {
    ...resources,
    create: (kind, resource) => check(leads).then(() => resources.create(kind, resource)),
    update: (kind, resource) => check(leads).then(() => resources.update(kind, resource)),
    updateStatus: (kind, resource) => check(leads).then(() => resources.updateStatus(kind, resource)),
    delete: (kind, ref) => check(leads).then(() => resources.delete(kind, ref)),
  };
}

/** Refuses to launch or end jobs from the moment on that the lease is not ours any more. */
export function jobsWhileLeading(jobs: JobRunner, leads: () => boolean): JobRunner {
  return {
    ...jobs,
    launch: (spec) => check(leads).then(() => jobs.launch(spec)),
    cancel: (name) => check(leads).then(() => jobs.cancel(name)),
    remove: (name) => check(leads).then(() => jobs.remove(name)),
  };
}
