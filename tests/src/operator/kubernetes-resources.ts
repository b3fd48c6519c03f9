import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Clock, KindName, Resource, ResourceStore } from "@agatha/contracts";
import type { ApiServer } from "../ports/api-server.js";
import type { OpenResources } from "./test-harness.js";

/** Opens a separate namespace on a real API server for each harness. */
export function kubernetesResources(server: ApiServer): OpenResources {
  return async (_folder, clock) => withClock(clock, createKubernetesResourceStore({ connection: server.admin(await server.namespace()) }));
}

/** The server's clock differs from the harness's: objects get their age from the harness's time. */
function withClock(clock: Clock, store: ResourceStore): ResourceStore {
  const firstSeen = new Map<string, string>();
  const deletedAt = new Map<string, string>();
  function timeOf(times: Map<string, string>, uid: string): string {
    const time = times.get(uid) ?? new Date(clock.now()).toISOString();
    times.set(uid, time);
    return time;
  }
  function timed<K extends KindName>(resource: Resource<K>): Resource<K> {
    const { uid, deletionTimestamp } = resource.metadata;
    const metadata = { ...resource.metadata, creationTimestamp: timeOf(firstSeen, uid) };
    return {
      ...resource,
      metadata: { ...metadata, ...(deletionTimestamp !== undefined && { deletionTimestamp: timeOf(deletedAt, uid) }) },
    };
  }
  return {
    ...store,
    async get(kind, name) {
      const found = await store.get(kind, name);
      return found && timed(found);
    },
    async list(kind, where) {
      const { items, resourceVersion } = await store.list(kind, where);
      return { items: items.map(timed), resourceVersion };
    },
    async *watch(kind, version, signal) {
      for await (const { type, resource } of store.watch(kind, version, signal)) yield { type, resource: timed(resource) };
    },
    create: async (kind, resource) => timed(await store.create(kind, resource)),
    update: async (kind, resource) => timed(await store.update(kind, resource)),
    updateStatus: async (kind, resource) => timed(await store.updateStatus(kind, resource)),
  };
}
