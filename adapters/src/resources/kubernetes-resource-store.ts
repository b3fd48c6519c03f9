import {
  API_VERSION,
  type KindName,
  NotFound,
  newMeta,
  type Resource,
  type ResourceStore,
  validate,
  type WatchEvent,
} from "@agatha/contracts";
import type { HttpRequest, KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/list-all.js";
import { StatusError, toPortError, withPortErrors } from "../kubernetes/status-error.js";
import { createLatestVersion, createWatch } from "../kubernetes/watch.js";
import { collectionPath, type KubernetesObject, toResource, updateBody } from "./kubernetes-object.js";

export interface KubernetesResourceStoreOptions {
  /** The store closes it. */
  connection: KubernetesConnection;
  /** Name of the program in the objects' managed fields. */
  fieldManager?: string;
  /** Number of objects per page of a list. */
  pageSize?: number;
}

/** Creates a store of the product's kinds as custom resources in the connection's namespace. */
export function createKubernetesResourceStore({
  connection,
  fieldManager = "agatha",
  pageSize,
}: KubernetesResourceStoreOptions): ResourceStore {
  const query = { fieldManager };
  const newest = createLatestVersion();
  const watchObjects = createWatch(connection, newest);
  const collection = (kind: KindName) => collectionPath(connection.namespace, kind);

  async function ask<K extends KindName>(kind: K, call: HttpRequest): Promise<Resource<K>> {
    const resource = toResource(kind, await withPortErrors(connection.request<KubernetesObject>(call)));
    newest.observe(resource.metadata.resourceVersion);
    return resource;
  }

  async function* watch<K extends KindName>(kind: K, resourceVersion: string, signal: AbortSignal): AsyncGenerator<WatchEvent<K>> {
    try {
      for await (const { type, object } of watchObjects<KubernetesObject>({ path: collection(kind) }, resourceVersion, signal)) {
        yield { type, resource: toResource(kind, object) };
      }
    } catch (error) {
      throw toPortError(error);
    }
  }

  return {
    async get(kind, name) {
      try {
        return await ask(kind, { method: "GET", path: `${collection(kind)}/${encodeURIComponent(name)}` });
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    async list(kind, where = {}) {
      const selected = { path: collection(kind), fieldSelector: fieldSelectorOf(where) };
      const { items, resourceVersion } = await withPortErrors(listAll<KubernetesObject>(connection, selected, pageSize));
      newest.observe(resourceVersion);
      return { items: items.map((item) => toResource(kind, item)), resourceVersion };
    },
    watch,
    async create(kind, resource) {
      // The server's error names the map but not the wrong entry.
      const metadata = validate(newMeta, resource.metadata, "metadata");
      return await ask(kind, {
        method: "POST",
        path: collection(kind),
        query,
        body: { apiVersion: API_VERSION, kind, metadata, spec: resource.spec },
      });
    },
    async update(kind, resource) {
      const body = { ...updateBody(kind, resource), spec: resource.spec };
      return await ask(kind, { method: "PUT", path: `${collection(kind)}/${resource.metadata.name}`, query, body });
    },
    async updateStatus(kind, resource) {
      const body = { ...updateBody(kind, resource), spec: resource.spec, ...(resource.status && { status: resource.status }) };
      return await ask(kind, { method: "PUT", path: `${collection(kind)}/${resource.metadata.name}/status`, query, body });
    },
    async delete(kind, { name, uid }) {
      const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid }, propagationPolicy: "Background" };
      try {
        await connection.text({ method: "DELETE", path: `${collection(kind)}/${name}`, body });
      } catch (error) {
        // The precondition failed: another object has this name.
        if (error instanceof StatusError && error.status === 409) throw new NotFound(`There is no ${kind} ${name} with the uid ${uid}`);
        throw toPortError(error);
      }
    },
    ping: async () => void (await withPortErrors(connection.text({ method: "GET", path: collection("Dataset"), query: { limit: 1 } }))),
    close: async () => connection.close(),
  };
}

/** Returns a selector over the definitions' selectable fields, or undefined for all objects. */
function fieldSelectorOf(where: Readonly<Record<string, string | undefined>>): string | undefined {
  const terms = Object.entries(where).flatMap(([field, value]) =>
    value === undefined ? [] : [`spec.${field}=${value.replace(/[\\,=]/g, "\\$&")}`],
  );
  return terms.length > 0 ? terms.join(",") : undefined;
}
