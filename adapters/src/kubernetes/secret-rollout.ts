/** Restarts pods when a secret that they read as environment variables changes: Kubernetes itself does not. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { KubernetesConnection } from "./connection.js";
import { readSecret } from "./secrets.js";
import { StatusError } from "./status-error.js";

export const secretRolloutSettings = z.object({
  secrets: z.array(z.string().min(1)).describe("Names of the secrets."),
  workloads: z
    .array(z.object({ resource: z.enum(["deployments", "statefulsets"]), name: z.string().min(1) }))
    .describe("What has pods that read them."),
});
export type SecretRolloutSettings = z.infer<typeof secretRolloutSettings>;

interface Workload {
  metadata: { annotations?: Record<string, string> };
}

/** Digest of the secrets' content: on the workload that of its pods, on the pod template that of the last rollout. */
export const SECRETS_DIGEST_ANNOTATION = "agatha.dev/secrets-digest";

/**
 * Compares the secrets with what each workload's pods were started with, and has those pods replaced that were started with
 * something else. Returns the names of these workloads. The first pass after an installation only takes note of the content.
 */
export async function rollOnSecretChange(
  connection: Pick<KubernetesConnection, "namespace" | "request">,
  { secrets, workloads }: SecretRolloutSettings,
): Promise<string[]> {
  const contents = await Promise.all(
    secrets.map(async (name) => [name, Object.entries((await readSecret(connection, name)) ?? {}).sort()]),
  );
  const digest = createHash("sha256").update(JSON.stringify(contents)).digest("hex").slice(0, 32);
  const annotations = { [SECRETS_DIGEST_ANNOTATION]: digest };
  const rolled: string[] = [];
  for (const { resource, name } of workloads) {
    const path = `/apis/apps/v1/namespaces/${connection.namespace}/${resource}/${name}`;
    const before = await digestOf(connection, path);
    if (before === undefined || before === digest) continue;
    const roll = before !== "";
    const body = { metadata: { annotations }, ...(roll && { spec: { template: { metadata: { annotations } } } }) };
    await connection.request({
      method: "PATCH",
      path,
      query: { fieldManager: "agatha-operator" },
      contentType: "application/merge-patch+json",
      body,
    });
    if (roll) rolled.push(name);
  }
  return rolled;
}

/** Returns the noted digest, empty where there is none yet, or undefined without such a workload. */
async function digestOf(connection: Pick<KubernetesConnection, "request">, path: string): Promise<string | undefined> {
  try {
    const { metadata } = await connection.request<Workload>({ method: "GET", path });
    return metadata.annotations?.[SECRETS_DIGEST_ANNOTATION] ?? "";
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined;
    throw error;
  }
}
