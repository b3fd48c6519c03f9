/** The script that restores a backup, with a stand-in for kubectl and its proxy. On a cluster, cluster/backup.test.ts runs it. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { listenLocally } from "../listening.js";
import { createTemporaryFolder, type TemporaryFolder } from "../ports/temporary-folder.js";

const SCRIPT = new URL("../../../docs/kubernetes/backup.mjs", import.meta.url).pathname;
const OBJECTS = "/apis/agatha.dev/v1beta1/namespaces/agatha";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/agatha/deployments";
const PROGRAMS = ["operator", "api", "models"].map((name) => `${DEPLOYMENTS}/agatha-${name}`);
const PODS = "/api/v1/namespaces/agatha/pods";
const ARCHIVE_POD = `${PODS}/agatha-archive`;
const RULE = "spec.layers: has at most three";

/**
 * Answers as `kubectl proxy`, and as `kubectl exec` of the program in the pod. The program fails while FAILING is in the folder, and finds
 * a full bucket while FULL is.
 */
const KUBECTL = `#!/bin/sh
if [ "$1" = proxy ]; then echo "Starting to serve on 127.0.0.1:$API_PORT"; exec sleep 600; fi
cat > /dev/null
case "$*" in
*save) echo '{"end":{"documents":0,"objects":0}}';;
*restore) [ ! -e "$BACKUP/FAILING" ];;
*ensure-empty) [ ! -e "$BACKUP/FULL" ];;
esac
`;

type Fields = { [field: string]: unknown };
interface Stored {
  kind?: string;
  metadata: Fields;
  spec?: Fields;
  status?: Fields;
}

/** Merges as a merge-patch (RFC 7396): null removes a field. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const merged: Fields = { ...(target as Fields | undefined) };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = merge(merged[field], value);
  }
  return merged;
}

const deployment = (replicas: number): Stored => ({
  metadata: {},
  spec: { replicas, template: { metadata: { labels: {} }, spec: { containers: [{ env: [] }] } } },
  status: { replicas, readyReplicas: replicas },
});

/** Objects of a cluster by their paths. The name `refused` breaks a rule. */
function createCluster() {
  const stored = new Map<string, Stored>(PROGRAMS.map((path) => [path, deployment(2)]));
  stored.set("/api/v1/namespaces/agatha", { metadata: {} });
  /** What the next looks at the pod find. Then it runs. */
  const podStatuses: Fields[] = [];
  /** What each list of objects has. */
  const listed: Stored[] = [];
  function change(method: string, path: string, body: Stored): Stored | undefined {
    const [, of = path, part] = /^(.*)\/(status|scale)$/.exec(path) ?? [];
    const present = stored.get(of);
    if (!present) return undefined;
    const asked = method === "PUT" ? body : (merge(present, body) as Stored);
    const changed = part === "status" ? { ...present, status: asked.status } : { ...asked, status: present.status };
    if (part === "scale") changed.status = { replicas: asked.spec?.replicas, readyReplicas: asked.spec?.replicas };
    stored.set(of, changed);
    return changed;
  }
  function create(path: string, body: Stored): [number, unknown] {
    if (body.metadata.name === "refused") return [422, { message: RULE }];
    if (stored.has(ARCHIVE_POD) && path === PODS) return [409, { reason: "AlreadyExists", message: "already exists" }];
    const { status: _ignored, ...made } = { ...body, metadata: { ...body.metadata, uid: randomUUID() } };
    const running = path.endsWith("/pods") ? { status: { phase: "Running" } } : {};
    stored.set(`${path}/${body.metadata.name}`, { ...made, ...running });
    return [201, made];
  }
  function answer(method: string, path: string, body: Stored): [number, unknown] {
    if (method === "POST") return create(path, body);
    const list = /^\/apis\/agatha.dev\/v1beta1\/namespaces\/agatha\/\w+$/.test(path) ? { kind: "List", items: listed } : undefined;
    const found = method === "PUT" || method === "PATCH" ? change(method, path, body) : (list ?? stored.get(path));
    if (method === "DELETE") stored.delete(path);
    if (path === ARCHIVE_POD && method === "GET" && podStatuses.length > 0) return [200, { ...found, status: podStatuses.shift() }];
    return found ? [200, found] : [404, {}];
  }
  const read = async (request: IncomingMessage) =>
    (Number(request.headers["content-length"] ?? 0) > 0 ? await json(request) : {}) as Stored;
  const server: Server = createServer(async (request, response) => {
    const [code, body] = answer(request.method!, request.url!, await read(request));
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return { server, stored, podStatuses, listed };
}

const uid = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
/** Objects of the installation's own namespace are saved without it. */
const item = (kind: string, name: string, digit: number, more: Fields = {}) => ({
  apiVersion: "agatha.dev/v1beta1",
  kind,
  metadata: { name, uid: uid(digit) },
  spec: {},
  ...more,
});

describe("a restore of a cluster", () => {
  const { server, stored, podStatuses, listed } = createCluster();
  let folder: TemporaryFolder;
  let port: number;
  let items: Stored[];
  const saveResources = (saved: Stored[]) => writeFile(join(folder.path, "resources.json"), JSON.stringify(saved));
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    port = await listenLocally(server);
    await writeFile(join(folder.path, "kubectl"), KUBECTL);
    await chmod(join(folder.path, "kubectl"), 0o755);
    await writeFile(join(folder.path, "stores.archive"), "");
    const model = { metadata: { ...item("Model", "hardness", 2).metadata, ownerReferences: [{ kind: "Dataset", uid: uid(1) }] } };
    const figures = { phase: "success", indicators: { RMSE: 4, R2: null } };
    items = [
      item("Dataset", "furnace", 1),
      item("Model", "refused", 3, { spec: { extraction: `${uid(1)}.steps` } }),
      item("Model", "hardness", 2, { ...model, status: figures }),
    ];
    await saveResources(items);
  });
  afterAll(async () => {
    server.close();
    await folder.remove();
  });

  /** Returns what the script says. */
  async function run(command: "save" | "restore"): Promise<string> {
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}`, API_PORT: String(port), BACKUP: folder.path };
    return await promisify(execFile)(process.execPath, [SCRIPT, command, folder.path], { env }).then(
      ({ stderr }) => stderr,
      ({ stderr }: { stderr: string }) => stderr,
    );
  }
  const restore = () => run("restore");
  const replicas = () => PROGRAMS.map((path) => stored.get(path)?.spec?.replicas);

  test("leaves the programs stopped if it fails, and they run as before after another one", async () => {
    const failing = join(folder.path, "FAILING");
    await writeFile(failing, "");
    expect(await restore()).toContain("the operator and the API stay stopped");
    expect(replicas()).toEqual([0, 0, 0]);
    await rm(failing);
    const full = join(folder.path, "FULL");
    await writeFile(full, "");
    expect(await restore()).toContain("the operator and the API stay stopped");
    expect(replicas()).toEqual([0, 0, 0]);
    await rm(full);
    await restore();
    expect(replicas()).toEqual([2, 2, 2]);
    expect(stored.get(PROGRAMS[0]!)?.metadata).toEqual({ annotations: {} });
  });

  test("names an object that the cluster refuses, restores the others, and keeps figures that are null", async () => {
    const said = await restore();
    expect(said).toContain(`Model refused in agatha: ${RULE}`);
    expect(said).toContain("Restored from");
    const dataset = stored.get(`${OBJECTS}/datasets/furnace`);
    const { items: refused } = JSON.parse(await readFile(join(folder.path, "refused.json"), "utf8"));
    expect(refused).toMatchObject([{ metadata: { name: "refused" }, spec: { extraction: `${dataset?.metadata.uid}.steps` } }]);
    expect(stored.get(`${OBJECTS}/models/hardness`)).toMatchObject({
      metadata: { ownerReferences: [{ uid: dataset?.metadata.uid }] },
      status: { indicators: { RMSE: 4, R2: null } },
    });
  });

  test("stops no program for objects of a namespace that the installation does not serve, and says what to do", async () => {
    stored.set("/api/v1/namespaces/line", { metadata: {} });
    await saveResources([...items, { ...item("Dataset", "press", 4), metadata: { name: "press", namespace: "line", uid: uid(4) } }]);
    expect(await restore()).toContain("does not serve the namespace line: add it to operator.namespaces");
    expect(replicas()).toEqual([2, 2, 2]);
    expect(stored.get(PROGRAMS[0]!)?.metadata.annotations).toEqual({});
    await saveResources(items);
  });

  test("saves objects without the installation's own namespace, so that they can be restored into another one", async () => {
    const placed = (name: string, namespace: string) => ({ metadata: { name, namespace, uid: uid(4) } });
    listed.push(placed("furnace", "agatha"), placed("press", "line"));
    expect(await run("save")).toContain("Saved to");
    listed.length = 0;
    const [own, further] = JSON.parse(await readFile(join(folder.path, "resources.json"), "utf8")) as Stored[];
    expect(own?.metadata).toEqual({ name: "furnace", uid: uid(4) });
    expect(further?.metadata).toEqual({ name: "press", namespace: "line", uid: uid(4) });
    await saveResources(items);
  });

  test("restores nothing and starts the programs if the cluster refuses every object, and tells why", async () => {
    await saveResources([item("Model", "refused", 3)]);
    const said = await restore();
    expect(said).toContain(`The cluster refuses every object, the first with these words: ${RULE}`);
    expect(said).not.toContain("Restored from");
    expect(replicas()).toEqual([2, 2, 2]);
    await saveResources(items);
  });

  test("tells what its pod waits for, and why it does not run", async () => {
    const message = "0/1 nodes are available: 1 Insufficient memory.";
    const unscheduled = { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", message }] };
    podStatuses.push(unscheduled, unscheduled);
    const said = await restore();
    expect(said.split(`The pod agatha-archive waits: ${message}`)).toHaveLength(2);
    expect(said).toContain("Restored from");
    podStatuses.push({ phase: "Failed", reason: "Evicted", message: "The node was low on memory." });
    expect(await restore()).toContain("The pod agatha-archive does not run: The node was low on memory.");
    expect([stored.has(ARCHIVE_POD), ...replicas()]).toEqual([false, 2, 2, 2]);
  });

  test("says what to do about the pod of a backup that was broken off", async () => {
    stored.set(ARCHIVE_POD, { metadata: {} });
    expect(await restore()).toContain("The pod agatha-archive is there already. Wait for the end of the other backup or restore; if none");
    expect([stored.has(ARCHIVE_POD), ...replicas()]).toEqual([true, 2, 2, 2]);
    stored.delete(ARCHIVE_POD);
  });
});
