import type { HttpRequest } from "./connection.js";
import { haveUsedSecrets, rollOnSecretChange, SECRETS_DIGEST_ANNOTATION } from "./secret-rollout.js";
import { ensureSecret, readSecret } from "./secrets.js";
import { StatusError } from "./status-error.js";

interface StoredObject {
  metadata: { name: string; resourceVersion: string; annotations?: Record<string, string> };
  spec?: { template: { metadata: { annotations?: Record<string, string> } } };
}

/** Objects by path, with the answers of an API server to the requests in use. `beforeWrite` runs once, before the next write. */
function createFakeServer(objects: Map<string, StoredObject>) {
  let version = 0;
  const writes: string[] = [];
  const server = {
    namespace: "agatha",
    writes,
    beforeWrite: undefined as (() => Promise<unknown>) | undefined,
    async request<T>({ method, path, body }: HttpRequest): Promise<T> {
      const sent = body as StoredObject;
      if (method !== "GET") {
        const first = server.beforeWrite;
        server.beforeWrite = undefined;
        await first?.();
        writes.push(`${method} ${path}`);
      }
      const at = method === "POST" ? `${path}/${sent.metadata.name}` : path;
      const found = objects.get(at);
      if (method === "POST" && found) throw new StatusError(409, "");
      if (method !== "POST" && !found) throw new StatusError(404, "");
      if (method === "PUT" && found!.metadata.resourceVersion !== sent.metadata.resourceVersion) throw new StatusError(409, "");
      if (method === "GET") return found as T;
      const next = method === "PATCH" ? patched(found!, sent) : structuredClone(sent);
      objects.set(at, { ...next, metadata: { ...next.metadata, resourceVersion: `${++version}` } });
      return objects.get(at) as T;
    },
  };
  return server;
}

function patched(object: StoredObject, { metadata, spec }: StoredObject): StoredObject {
  const annotations = { ...object.metadata.annotations, ...metadata.annotations };
  return { ...object, metadata: { ...object.metadata, annotations }, ...(spec && { spec }) };
}

const SECRET = { name: "agatha-stores", labels: {} };

describe("secrets of a namespace", () => {
  test("a secret is made once, and a second pass writes nothing", async () => {
    const server = createFakeServer(new Map());
    const wanted = (present: Record<string, string>) => ({ TOKEN: present.TOKEN ?? "made" });
    expect(await ensureSecret(server, SECRET, wanted)).toBe("created");
    expect(await ensureSecret(server, SECRET, wanted)).toBe("unchanged");
    expect(server.writes).toHaveLength(1);
    expect(await readSecret(server, "agatha-stores")).toEqual({ TOKEN: "made" });
  });

  test("two processes that make a secret at the same time agree on the values of the first", async () => {
    const server = createFakeServer(new Map());
    const made = (value: string) => (present: Record<string, string>) => ({ TOKEN: present.TOKEN ?? value });
    server.beforeWrite = () => ensureSecret(server, SECRET, made("first"));
    expect(await ensureSecret(server, SECRET, made("second"))).toBe("unchanged");
    expect(await readSecret(server, "agatha-stores")).toEqual({ TOKEN: "first" });
  });

  test("keys of others stay", async () => {
    const server = createFakeServer(new Map());
    await ensureSecret(server, SECRET, () => ({ THEIRS: "kept" }));
    expect(await ensureSecret(server, SECRET, () => ({ TOKEN: "given" }))).toBe("changed");
    expect(await readSecret(server, "agatha-stores")).toEqual({ THEIRS: "kept", TOKEN: "given" });
  });
});

describe("pods that read a secret", () => {
  const DEPLOYMENT = "/apis/apps/v1/namespaces/agatha/deployments/agatha-api";
  const STATEFUL_SET = "/apis/apps/v1/namespaces/agatha/statefulsets/agatha-minio";
  const settings = {
    workloads: [
      { resource: "deployments" as const, name: "agatha-api", secrets: ["agatha-stores"] },
      { resource: "deployments" as const, name: "agatha-models", secrets: ["agatha-stores"] },
    ],
  };
  const deployment = (): StoredObject => ({
    metadata: { name: "agatha-api", resourceVersion: "0" },
    spec: { template: { metadata: {} } },
  });

  test("pods that read a secret are replaced when its content changes, and neither before nor twice; a workload that is not there is passed over", async () => {
    const objects = new Map([[DEPLOYMENT, deployment()]]);
    const server = createFakeServer(objects);
    const templateDigest = () => objects.get(DEPLOYMENT)!.spec!.template.metadata.annotations?.[SECRETS_DIGEST_ANNOTATION];
    await ensureSecret(server, SECRET, () => ({ TOKEN: "first" }));
    expect(await rollOnSecretChange(server, settings)).toEqual([]);
    expect(templateDigest()).toBeUndefined();
    await ensureSecret(server, SECRET, () => ({ TOKEN: "second" }));
    expect(await rollOnSecretChange(server, settings)).toEqual(["agatha-api"]);
    expect(templateDigest()).toBe(objects.get(DEPLOYMENT)!.metadata.annotations![SECRETS_DIGEST_ANNOTATION]);
    const { length } = server.writes;
    expect(await rollOnSecretChange(server, settings)).toEqual([]);
    expect(server.writes).toHaveLength(length);
  });

  test("a changed secret replaces no pods that do not read it", async () => {
    const objects = new Map([[DEPLOYMENT, deployment()]]);
    const server = createFakeServer(objects);
    await ensureSecret(server, SECRET, () => ({ TOKEN: "first" }));
    await ensureSecret(server, { ...SECRET, name: "agatha-api" }, () => ({ PASSWORD: "first" }));
    const all = {
      workloads: [
        { resource: "deployments" as const, name: "agatha-api", secrets: ["agatha-stores", "agatha-api"] },
        { resource: "statefulsets" as const, name: "agatha-minio", secrets: ["agatha-stores"] },
      ],
    };
    objects.set(STATEFUL_SET, { ...deployment(), metadata: { name: "agatha-minio", resourceVersion: "0" } });
    await rollOnSecretChange(server, all);
    await ensureSecret(server, { ...SECRET, name: "agatha-api" }, () => ({ PASSWORD: "second" }));
    expect(await rollOnSecretChange(server, all)).toEqual(["agatha-api"]);
    await ensureSecret(server, SECRET, () => ({ TOKEN: "second" }));
    expect(await rollOnSecretChange(server, all)).toEqual(["agatha-api", "agatha-minio"]);
  });

  test("pods are left alone while a secret is gone, and what has used it is known", async () => {
    const objects = new Map([[DEPLOYMENT, deployment()]]);
    const server = createFakeServer(objects);
    expect(await haveUsedSecrets(server, settings)).toBe(false);
    await ensureSecret(server, SECRET, () => ({ TOKEN: "first" }));
    await rollOnSecretChange(server, settings);
    expect(await haveUsedSecrets(server, settings)).toBe(true);
    objects.delete("/api/v1/namespaces/agatha/secrets/agatha-stores");
    const { length } = server.writes;
    await expect(rollOnSecretChange(server, settings)).rejects.toThrow("the secret agatha-stores is gone");
    expect(server.writes).toHaveLength(length);
  });
});
