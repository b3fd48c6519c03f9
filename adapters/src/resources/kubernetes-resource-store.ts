import {
  API_VERSION,
  DNS_SUBDOMAIN,
  Expired,
  type KindName,
  NotFound,
  newMeta,
  parseNamespacedName,
  type Resource,
  type ResourceStore,
  validate,
  type WatchEvent,
} from "@agatha/contracts";
import { pause, systemTimers } from "@agatha/contracts/ports/timers";
import type { HttpRequest, KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/list-all.js";
import { mergeWatches } from "../kubernetes/merge-watches.js";
import { StatusError, toPortError, withPortErrors } from "../kubernetes/status-error.js";
import { createLatestVersion, createWatch } from "../kubernetes/watch.js";
import { collectionPath, type KubernetesObject, toResource, updateBody } from "./kubernetes-object.js";
import { REFERENCES, withNamespacedNames, withPlainNames } from "./namespaced-objects.js";

interface KubernetesResourceStoreOptions {
  /** The store closes it. */
  connection: KubernetesConnection;
  /** Namespaces whose objects are served, in addition to the connection's; `*` alone for all. */
  namespaces?: readonly string[];
  /** Name of the program in the objects' managed fields. */
  fieldManager?: string;
  /** Number of objects per page of a list. */
  pageSize?: number;
  /** Called when one of the further namespaces cannot be listed or watched. */
  onError?: (error: unknown) => void;
}

/** Time after which a namespace that could not be listed or watched is tried again. */
const UNREADABLE_RETRY_MS = 30_000;
/** Version of the list of such a namespace. */
const UNREADABLE = "";

/**
 * Creates a store of the product's kinds as custom resources in the connection's namespace and in further ones. Objects of the latter
 * have names as contracts' `namespacedName` makes them.
 */
export function createKubernetesResourceStore({
  connection,
  namespaces = [],
  fieldManager = "agatha",
  pageSize,
  onError = () => undefined,
}: KubernetesResourceStoreOptions): ResourceStore {
  const { namespace: home } = connection;
  const query = { fieldManager };
  const newest = createLatestVersion();
  const watchObjects = createWatch(connection, newest);
  /** Each is listed by a request; undefined stands for all at once. */
  const served: readonly (string | undefined)[] = namespaces.includes("*") ? [undefined] : [...new Set([home, ...namespaces])];
  const serves = (namespace: string) => DNS_SUBDOMAIN.test(namespace) && (served.includes(undefined) || served.includes(namespace));

  /** Throws NotFound for a name that no object has, such as `..`, which would leave the collection. */
  function pathOf(kind: KindName, namespacedName: string): string {
    const { name, namespace = home } = parseNamespacedName(namespacedName);
    if (!DNS_SUBDOMAIN.test(name) || !DNS_SUBDOMAIN.test(namespace)) throw new NotFound(`There is no ${kind} ${namespacedName}`);
    return `${collectionPath(namespace, kind)}/${encodeURIComponent(name)}`;
  }

  function toPort<K extends KindName>(kind: K, object: KubernetesObject): Resource<K> {
    const { namespace } = object.metadata;
    return toResource(kind, withNamespacedNames(kind, object, namespace === home ? undefined : namespace));
  }

  async function ask<K extends KindName>(kind: K, call: HttpRequest): Promise<Resource<K>> {
    const resource = toPort(kind, await withPortErrors(connection.request<KubernetesObject>(call)));
    newest.observe(resource.metadata.resourceVersion);
    return resource;
  }

  /** A namespace may have been deleted, with the rights in it: this must not hold up the others. Throws any other error. */
  function skipUnreadable(namespace: string | undefined, error: unknown): void {
    const isRefused = error instanceof StatusError && error.status === 403;
    if (!isRefused || namespace === home || namespace === undefined) throw toPortError(error);
    onError(error);
  }

  async function listNamespace(kind: KindName, namespace: string | undefined, fieldSelector: string | undefined) {
    const selected = { path: collectionPath(namespace, kind), fieldSelector };
    try {
      const found = await listAll<KubernetesObject>(connection, selected, pageSize);
      newest.observe(found.resourceVersion);
      return found;
    } catch (error) {
      skipUnreadable(namespace, error);
      return { items: [], resourceVersion: UNREADABLE };
    }
  }

  async function* watchNamespace<K extends KindName>(
    kind: K,
    { namespace, version }: { namespace: string | undefined; version: string },
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<K>> {
    if (version === UNREADABLE && namespace !== home) return await pause(UNREADABLE_RETRY_MS, signal, systemTimers);
    try {
      for await (const { type, object } of watchObjects<KubernetesObject>({ path: collectionPath(namespace, kind) }, version, signal)) {
        yield { type, resource: toPort(kind, object) };
      }
    } catch (error) {
      // The right to list objects of all namespaces, for stored versions, outlives the right to watch those of this one.
      skipUnreadable(namespace, error);
      await pause(UNREADABLE_RETRY_MS, signal, systemTimers);
    }
  }

  return {
    async get(kind, name) {
      if (!serves(parseNamespacedName(name).namespace ?? home)) return undefined;
      try {
        return await ask(kind, { method: "GET", path: pathOf(kind, name) });
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    async list(kind, where = {}) {
      const { namespace, fieldSelector } = selectorOf(kind, where, home);
      const listed = namespace === undefined ? served : [namespace].filter(serves);
      const lists = await Promise.all(listed.map((each) => listNamespace(kind, each, fieldSelector)));
      const items = lists.flatMap((list) => list.items.map((item) => toPort(kind, item)));
      if (served.length > 1 || served[0] === undefined) items.sort(byName);
      const versions = lists.map(({ resourceVersion }) => resourceVersion);
      return { items, resourceVersion: versions.join(), ...(versions.includes(UNREADABLE) && { incomplete: true }) };
    },
    async *watch(kind, resourceVersion, signal) {
      const versions = resourceVersion.split(",");
      if (versions.length !== served.length) throw new Expired(`${JSON.stringify(resourceVersion)} is no version to watch from`);
      const watches = served.map((namespace, i) => (any: AbortSignal) => watchNamespace(kind, { namespace, version: versions[i]! }, any));
      yield* mergeWatches(watches, signal);
    },
    async create(kind, resource) {
      const { metadata, spec } = withPlainNames(kind, resource);
      const body = { apiVersion: API_VERSION, kind, metadata: validate(newMeta, metadata, "metadata"), spec };
      const { namespace = home } = parseNamespacedName(resource.metadata.name);
      return await ask(kind, { method: "POST", path: collectionPath(namespace, kind), query, body });
    },
    async update(kind, resource) {
      const plain = withPlainNames(kind, resource);
      const path = pathOf(kind, resource.metadata.name);
      const body = { ...updateBody(kind, plain), spec: plain.spec };
      try {
        return await ask(kind, { method: "PUT", path, query, body });
      } catch (error) {
        const isRefused = error instanceof StatusError && error.status === 403;
        if (!isRefused || plain.metadata.deletionTimestamp === undefined) throw error;
        // A deleted namespace loses its Roles before its objects. A right to patch objects in all namespaces lets them go.
        const { uid, resourceVersion, finalizers } = plain.metadata;
        const patch = { metadata: { uid, resourceVersion, finalizers } };
        return await ask(kind, { method: "PATCH", path, query, contentType: "application/merge-patch+json", body: patch });
      }
    },
    async updateStatus(kind, resource) {
      const plain = withPlainNames(kind, resource);
      const body = { ...updateBody(kind, plain), spec: plain.spec, ...(plain.status && { status: plain.status }) };
      return await ask(kind, { method: "PUT", path: `${pathOf(kind, resource.metadata.name)}/status`, query, body });
    },
    async delete(kind, { name, uid }, resourceVersion) {
      const preconditions = { uid, resourceVersion };
      const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions, propagationPolicy: "Background" };
      const path = pathOf(kind, name);
      try {
        await connection.text({ method: "DELETE", path, body });
      } catch (error) {
        // The precondition failed: another object has this name, or this one has changed.
        if (error instanceof StatusError && error.status === 409 && resourceVersion === undefined)
          throw new NotFound(`There is no ${kind} ${name} with the uid ${uid}`);
        throw toPortError(error);
      }
    },
    ping: async () =>
      void (await withPortErrors(connection.text({ method: "GET", path: collectionPath(home, "Dataset"), query: { limit: 1 } }))),
    close: async () => connection.close(),
  };
}

const byName = ({ metadata: a }: Resource<KindName>, { metadata: b }: Resource<KindName>): number =>
  a.name < b.name ? -1 : Number(a.name > b.name);

/**
 * Returns a selector over the definitions' selectable fields, or undefined for all objects. A selected reference gives the namespace,
 * because objects refer only to others of their namespace.
 */
function selectorOf(kind: KindName, where: Readonly<Record<string, string | undefined>>, home: string) {
  const references: readonly string[] = REFERENCES[kind];
  let namespace: string | undefined;
  const terms = Object.entries(where).flatMap(([field, value]) => {
    if (value === undefined) return [];
    if (!references.includes(`spec.${field}`)) return [selectorTerm(field, value)];
    const target = parseNamespacedName(value);
    namespace = target.namespace ?? home;
    return [selectorTerm(field, target.name)];
  });
  return { namespace, fieldSelector: terms.length > 0 ? terms.join(",") : undefined };
}

const selectorTerm = (field: string, value: string): string => `spec.${field}=${value.replace(/[\\,=]/g, "\\$&")}`;
