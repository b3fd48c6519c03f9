import { API_VERSION, type KindName, NotFound, newMeta, type Resource, type ResourceStore, validated } from "@agatha/contracts";
import type { Call, KubernetesConnection } from "../kubernetes/connection.js";
import { failureOf, Refusal } from "../kubernetes/refusal.js";
import { createKubernetesWatch, createNewest } from "./kubernetes-watch.js";
import { collectionPath, editableBody, resourceOf, type Wire, type WireList } from "./kubernetes-wire.js";

export interface KubernetesResourceStoreOptions {
  connection: KubernetesConnection;
  /** Objects in one answer to a list. */
  pageSize?: number;
}

/** Our kinds as custom resources in the connection's namespace. The connection is closed with the store. */
export function createKubernetesResourceStore({ connection, pageSize = 500 }: KubernetesResourceStoreOptions): ResourceStore {
  const newest = createNewest();
  const watch = createKubernetesWatch(connection, newest);
  const collection = (kind: KindName) => collectionPath(connection.namespace, kind);

  async function ask<T>(call: Call): Promise<T> {
    try {
      return await connection.request<T>(call);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async function answered<K extends KindName>(kind: K, call: Call): Promise<Resource<K>> {
    const resource = resourceOf(kind, await ask<Wire>(call));
    newest.saw(resource.metadata.resourceVersion);
    return resource;
  }

  return {
    async get(kind, name) {
      try {
        return await answered(kind, { method: "GET", path: `${collection(kind)}/${encodeURIComponent(name)}` });
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    async list(kind) {
      const items: Resource<typeof kind>[] = [];
      let next: string | undefined;
      for (;;) {
        const page = await ask<WireList>({ method: "GET", path: collection(kind), query: { limit: pageSize, continue: next } });
        for (const item of page.items) items.push(resourceOf(kind, item));
        next = page.metadata.continue || undefined;
        newest.saw(page.metadata.resourceVersion);
        if (next === undefined) return { items, resourceVersion: page.metadata.resourceVersion };
      }
    },
    watch,
    async create(kind, resource) {
      // The server names the map, but not which of its entries is wrong.
      const metadata = validated(newMeta, resource.metadata, "metadata");
      const body = { apiVersion: API_VERSION, kind, metadata, spec: resource.spec };
      return await answered(kind, { method: "POST", path: collection(kind), body });
    },
    async update(kind, resource) {
      const path = `${collection(kind)}/${resource.metadata.name}`;
      return await answered(kind, { method: "PUT", path, body: { ...editableBody(kind, resource), spec: resource.spec } });
    },
    async updateStatus(kind, resource) {
      const path = `${collection(kind)}/${resource.metadata.name}/status`;
      const body = { ...editableBody(kind, resource), spec: resource.spec, ...(resource.status && { status: resource.status }) };
      return await answered(kind, { method: "PUT", path, body });
    },
    async delete(kind, { name, uid }) {
      const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid }, propagationPolicy: "Background" };
      try {
        await connection.text({ method: "DELETE", path: `${collection(kind)}/${name}`, body });
      } catch (error) {
        // The precondition does not hold: there is another object of that name.
        if (error instanceof Refusal && error.status === 409) throw new NotFound(`There is no ${kind} ${name} with the uid ${uid}`);
        throw failureOf(error);
      }
    },
    ping: async () => void (await connection.text({ method: "GET", path: collection("Dataset"), query: { limit: 1 } })),
    close: async () => connection.close(),
  };
}
