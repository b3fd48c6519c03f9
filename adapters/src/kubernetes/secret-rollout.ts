/** Restarts pods when a secret that they read as environment variables changes: Kubernetes itself does not. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { KubernetesConnection } from "./connection.js";
import { readSecret } from "./secrets.js";
import { undefinedIfMissing } from "./status-error.js";

export const secretRolloutSettings = z.object({
  workloads: z
    .array(
      z.object({
        resource: z.enum(["deployments", "statefulsets"]),
        name: z.string().min(1),
        secrets: z.array(z.string().min(1)).min(1).describe("Names of the secrets that its pods read."),
      }),
    )
    .describe("What has pods that read secrets."),
});
type SecretRolloutSettings = z.infer<typeof secretRolloutSettings>;

interface Workload {
  metadata: { annotations?: Record<string, string> };
}

/** Digest of the content of its secrets: on the workload that of its pods, on the pod template that of the last rollout. */
export const SECRETS_DIGEST_ANNOTATION = "agatha.dev/secrets-digest";

/**
 * Compares the secrets with what each workload's pods were started with, and has those pods replaced that were started with
 * something else. Returns the names of these workloads. The first pass after an installation only takes note of the content. Throws
 * if a secret is gone: pods that run still have its values, and no other pod could start.
 */
export async function rollOnSecretChange(
  connection: Pick<KubernetesConnection, "namespace" | "request">,
  { workloads }: SecretRolloutSettings,
): Promise<string[]> {
  const contents = await readContents(connection, [...new Set(workloads.flatMap(({ secrets }) => secrets))]);
  const rolled: string[] = [];
  for (const { resource, name, secrets } of workloads) {
    const path = workloadPath(connection, { resource, name });
    const before = await digestOf(connection, path);
    const digest = digestOfContents(secrets.map((secret) => contents.get(secret)!));
    if (before === undefined || before === digest) continue;
    const roll = before !== "";
    const annotations = { [SECRETS_DIGEST_ANNOTATION]: digest };
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

/** A secret's name and its sorted values. */
type SecretContent = [name: string, values: [key: string, value: string][]];

async function readContents(
  connection: Pick<KubernetesConnection, "namespace" | "request">,
  secrets: readonly string[],
): Promise<ReadonlyMap<string, SecretContent>> {
  const contents = secrets.map(async (name): Promise<[string, SecretContent]> => {
    const values = await readSecret(connection, name);
    if (values === undefined) throw new Error(`the secret ${name} is gone: make it again while pods still have its values`);
    return [name, [name, Object.entries(values).sort()]];
  });
  return new Map(await Promise.all(contents));
}

function digestOfContents(contents: readonly SecretContent[]): string {
  return createHash("sha256").update(JSON.stringify(contents)).digest("hex").slice(0, 32);
}

/** Returns true if pods of one of these workloads have used the secrets. */
export async function haveUsedSecrets(
  connection: Pick<KubernetesConnection, "namespace" | "request">,
  { workloads }: SecretRolloutSettings,
): Promise<boolean> {
  const digests = await Promise.all(workloads.map((workload) => digestOf(connection, workloadPath(connection, workload))));
  return digests.some(Boolean);
}

const workloadPath = (
  { namespace }: Pick<KubernetesConnection, "namespace">,
  { resource, name }: Pick<SecretRolloutSettings["workloads"][number], "resource" | "name">,
): string => `/apis/apps/v1/namespaces/${namespace}/${resource}/${name}`;

/** Returns the noted digest, empty where there is none yet, or undefined without such a workload. */
async function digestOf(connection: Pick<KubernetesConnection, "request">, path: string): Promise<string | undefined> {
  const workload = await undefinedIfMissing(connection.request<Workload>({ method: "GET", path }));
  return workload && (workload.metadata.annotations?.[SECRETS_DIGEST_ANNOTATION] ?? "");
}
