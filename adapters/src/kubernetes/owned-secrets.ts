import { controllerReference, type OwnedSecrets, parseNamespacedName } from "@agatha/contracts";
import type { KubernetesConnection } from "./connection.js";
import { StatusError, toPortError } from "./status-error.js";

/** Type of these secrets. A secret's type never changes, so the server refuses to write to a secret of any other use. */
const API_TOKEN_SECRET_TYPE = "agatha.dev/api-token";
/** 409: another program has set these fields. 422: the type differs, or the secret has another controller. */
const TAKEN = [409, 422];

/**
 * Writes by server-side apply, which needs no right to read secrets: values that are no longer among those given are removed, and
 * another writer's are refused.
 */
export function createOwnedSecrets(connection: Pick<KubernetesConnection, "request">): OwnedSecrets {
  return {
    async write({ kind, metadata }, name, values) {
      const owner = controllerReference(kind, { ...metadata, name: parseNamespacedName(metadata.name).name });
      const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));
      try {
        await connection.request({
          method: "PATCH",
          path: `/api/v1/namespaces/${metadata.namespace}/secrets/${name}`,
          query: { fieldManager: `agatha-operator-${metadata.uid}` },
          contentType: "application/apply-patch+yaml",
          body: {
            apiVersion: "v1",
            kind: "Secret",
            metadata: { name, labels: { "app.kubernetes.io/part-of": "agatha" }, ownerReferences: [owner] },
            type: API_TOKEN_SECRET_TYPE,
            data,
          },
        });
        return "written";
      } catch (error) {
        if (error instanceof StatusError && TAKEN.includes(error.status)) return "taken";
        if (error instanceof StatusError && error.status === 403) return "forbidden";
        throw toPortError(error);
      }
    },
  };
}
