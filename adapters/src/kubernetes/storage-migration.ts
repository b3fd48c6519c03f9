/** Rewrites the objects of a kind that are stored in an earlier version, so that a later release can stop to serve that version. */
import { GROUP, KINDS, VERSION } from "@agatha/contracts";
import type { KubernetesConnection } from "./connection.js";
import { listAll } from "./list-all.js";
import { undefinedIfMissing } from "./status-error.js";

interface Definition {
  metadata: { resourceVersion: string };
  spec: { versions: { name: string; storage: boolean }[] };
  status?: { storedVersions?: string[] };
}

/**
 * Rewrites every object of the kinds that have objects in an earlier version, in all namespaces, and then removes that version from
 * the definition's list of stored versions. Returns the resources that were rewritten. Throws if an object cannot be written: its
 * definition then keeps the list.
 */
export async function migrateStorage(connection: Pick<KubernetesConnection, "request">): Promise<string[]> {
  const migrated: string[] = [];
  for (const { plural } of Object.values(KINDS)) {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${GROUP}`;
    const { metadata, spec, status } = await connection.request<Definition>({ method: "GET", path });
    const isStoredAs = (version: string) => spec.versions.some(({ name, storage }) => storage && name === version);
    // A newer release's definition is migrated by its own operator.
    if (!isStoredAs(VERSION) || status?.storedVersions?.every(isStoredAs)) continue;
    await rewriteAll(connection, plural);
    // The version of the definition that was read: another one may store objects in another version.
    const body = { metadata: { resourceVersion: metadata.resourceVersion }, status: { storedVersions: [VERSION] } };
    await connection.request({ method: "PATCH", path: `${path}/status`, contentType: "application/merge-patch+json", body });
    migrated.push(plural);
  }
  return migrated;
}

/** The server stores whatever is written in the present version. A patch without content writes an object that is not stored so. */
async function rewriteAll(connection: Pick<KubernetesConnection, "request">, plural: string): Promise<void> {
  const resources = `/apis/${GROUP}/${VERSION}`;
  const { items } = await listAll<{ metadata: { namespace: string; name: string } }>(connection, { path: `${resources}/${plural}` });
  for (const { metadata } of items) {
    const path = `${resources}/namespaces/${metadata.namespace}/${plural}/${metadata.name}`;
    // It may have been deleted since.
    await undefinedIfMissing(connection.request({ method: "PATCH", path, contentType: "application/merge-patch+json", body: {} }));
  }
}
