#!/usr/bin/env node
// Saves an installation of the chart into a folder, and restores it from there. Needs only Node.js and kubectl.
//
//   node backup.mjs save FOLDER [--namespace agatha] [--name agatha]
//   node backup.mjs restore FOLDER [--namespace agatha] [--name agatha] [--replace]
//
// --name is the prefix of the names of the chart's objects, which is the name of the release. --replace restores into a bucket that
// holds objects, which are deleted.
import { spawn } from "node:child_process";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

/** Owners come before the objects that they own. */
const KINDS = ["datasets", "automodels", "models", "evaluations", "calculations"];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    namespace: { type: "string", default: "agatha" },
    name: { type: "string", default: "agatha" },
    replace: { type: "boolean", default: false },
  },
});
const { namespace, name, replace } = values;
const [command, folder] = positionals;
const POD = `${name}-archive`;
const DEPLOYMENTS = ["operator", "api", "models"].map((part) => `${name}-${part}`);
const API_VERSION = "agatha.dev/v1beta1";
const RESOURCES = `/apis/${API_VERSION}`;
const CORE = `/api/v1/namespaces/${namespace}`;
const APPS = `/apis/apps/v1/namespaces/${namespace}/deployments`;
/** Annotation of a stopped Deployment: how many replicas it has when it runs. */
const REPLICAS = "agatha.dev/replicas";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const say = (text) => console.error(text);

/** Starts kubectl as a proxy, which uses its own credentials. */
async function openProxy() {
  const child = spawn("kubectl", ["proxy", "--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => reject(new Error("kubectl proxy has ended")));
    child.stdout.on("data", (bytes) => {
      const found = /:(\d+)\s*$/.exec(String(bytes));
      if (found) resolve(found[1]);
    });
  });
  child.removeAllListeners("exit");
  return { url: `http://127.0.0.1:${port}`, close: () => child.kill() };
}

/** The API server refuses the object, as a rule of its kind is broken. */
class Invalid extends Error {}

/** There is an object of the name already. */
class Present extends Error {}

/** kubectl's proxy answers with words if it does not reach the API server. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.trim() };
  }
}

/** Returns undefined if the object does not exist. Throws Invalid if the object breaks a rule, Present if there is one of its name. */
async function ask(proxy, method, path, body, contentType = "application/json") {
  const answer = await fetch(proxy.url + path, { method, body: body && JSON.stringify(body), headers: { "content-type": contentType } });
  const found = parsed(await answer.text());
  if (answer.status === 404) return undefined;
  if (answer.status === 422) throw new Invalid(found.message);
  if (found.reason === "AlreadyExists") throw new Present(found.message);
  if (!answer.ok) throw new Error(`${method} ${path}: ${found.message}`);
  return found;
}
const patch = (proxy, path, body) => ask(proxy, "PATCH", path, body, "application/merge-patch+json");

/** Returns the namespaces that the installation serves; * stands for all. */
function servedNamespaces(deployment) {
  const { value: served = "" } = deployment.spec.template.spec.containers[0].env.find(({ name }) => name === "AGATHA_NAMESPACES") ?? {};
  return new Set([namespace, ...served.split(",").filter(Boolean)]);
}

/** Returns the objects of the kind in all namespaces that the installation serves. */
async function listObjects(proxy, kind, deployment) {
  const namespaces = servedNamespaces(deployment);
  const folders = namespaces.has("*") ? [""] : [...namespaces].map((place) => `/namespaces/${place}`);
  const lists = await Promise.all(folders.map((place) => ask(proxy, "GET", `${RESOURCES}${place}/${kind}`)));
  return lists.flatMap((list) => list.items.map((item) => ({ ...item, kind: list.kind.slice(0, -4) })));
}

async function deploymentOfApi(proxy) {
  const deployment = await ask(proxy, "GET", `${APPS}/${name}-api`);
  if (!deployment) throw new Error(`There is no deployment ${name}-api in the namespace ${namespace}: install the chart first`);
  return deployment;
}

/** Returns the names of the secrets that the program reads. */
function secretsOf(deployment) {
  const { envFrom = [], env = [] } = deployment.spec.template.spec.containers[0];
  const references = [...envFrom.map(({ secretRef }) => secretRef), ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef)];
  return new Set(references.filter(Boolean).map(({ name }) => name));
}

async function until(what, holds, seconds = 300) {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await delay(500)) {
    if (Date.now() > end) throw new Error(`Gave up waiting for ${what} after ${seconds} s`);
  }
}

/** Waits for the pod, and tells what keeps it waiting. */
async function podRuns(proxy) {
  let told;
  await until(`the pod ${POD}`, async () => {
    const pod = await ask(proxy, "GET", `${CORE}/pods/${POD}`);
    const { phase, message = phase, containerStatuses = [], conditions = [] } = pod?.status ?? { phase: "deleted" };
    if (phase === "Running") return true;
    if (phase !== "Pending") throw new Error(`The pod ${POD} does not run: ${message}`);
    const unscheduled = conditions.find(({ type, status }) => type === "PodScheduled" && status === "False");
    const { message: why } = containerStatuses[0]?.state?.waiting ?? unscheduled ?? {};
    if (why !== undefined && why !== told) say(`The pod ${POD} waits: ${why}`);
    told = why;
    return false;
  });
}

/**
 * Runs `work` in a pod with the API's image, which can reach the stores. The pod is deleted afterwards, also when this program is
 * told to end.
 */
async function withPod(proxy, work) {
  const { metadata, spec } = (await deploymentOfApi(proxy)).spec.template;
  const { ports: _, startupProbe: _s, livenessProbe: _l, readinessProbe: _r, lifecycle: _h, ...container } = spec.containers[0];
  // The label lets network policies admit the pod to the stores; no service selects it.
  const labels = { ...metadata.labels, "app.kubernetes.io/component": "operator" };
  delete labels["pod-template-hash"];
  delete labels["agatha.dev/metrics"];
  const idle = { ...container, command: ["node", "-e", "setTimeout(() => {}, 24 * 3600e3)"] };
  const pod = {
    ...spec,
    containers: [idle],
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 1,
  };
  const removed = () => ask(proxy, "DELETE", `${CORE}/pods/${POD}`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void removed().finally(() => process.exit(1)));
  try {
    await ask(proxy, "POST", `${CORE}/pods`, { apiVersion: "v1", kind: "Pod", metadata: { name: POD, labels }, spec: pod });
  } catch (error) {
    if (!(error instanceof Present)) throw error;
    throw new Error(`The pod ${POD} is there already. Wait for the end of the other backup or restore; if none runs, delete the pod`);
  }
  try {
    await podRuns(proxy);
    return await work();
  } finally {
    await removed();
  }
}

/** Runs the API's archive program in the pod, from and to streams. */
async function archive(order, input, output) {
  const program = ["exec", "--namespace", namespace, "--stdin", POD, "--", "node", "api/dist/archive/main.js", order];
  const child = spawn("kubectl", program, { stdio: [input ? "pipe" : "ignore", output ? "pipe" : "ignore", "inherit"] });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("the program in the pod has failed: see above"))));
  });
  await Promise.all([ended, output && pipeline(child.stdout, output), input && pipeline(input, child.stdin)]);
}

async function save(proxy) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content, undefined, 1), { mode: 0o600 });
  const deployment = await deploymentOfApi(proxy);
  const items = [];
  for (const kind of KINDS) {
    items.push(...(await listObjects(proxy, kind, deployment)).filter(({ metadata }) => !metadata.deletionTimestamp));
  }
  const secrets = [];
  for (const name of secretsOf(deployment)) {
    const secret = await ask(proxy, "GET", `${CORE}/secrets/${name}`);
    if (secret) secrets.push(bare(secret));
  }
  // Saved before the stores, so that the stores contain everything that an object refers to.
  write("resources.json", items.map(placeless));
  write("secrets.json", { apiVersion: "v1", kind: "List", items: secrets });
  const file = join(folder, "stores.archive");
  await withPod(proxy, () => archive("save", undefined, createWriteStream(file, { mode: 0o600 })));
  // An object's last byte may not be a line end.
  const end = /\{"end":(\{[^{}]*\})\}\n$/.exec(lastBytes(file, 200))?.[1];
  if (!end) throw new Error(`${file} is incomplete: save again`);
  const count = JSON.parse(end);
  say(`Saved to ${folder}: ${items.length} resources, ${count.documents} documents, ${count.objects} objects`);
}

/** An object of the installation's own namespace is saved without it, since it may be restored into another one. */
function placeless(item) {
  const { namespace: place, ...metadata } = item.metadata;
  return place === namespace ? { ...item, metadata } : item;
}

function lastBytes(file, length) {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.min(length, size));
  const descriptor = openSync(file);
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  closeSync(descriptor);
  return bytes.toString();
}

/** Returns the object without fields that the cluster sets. Labels and annotations stay, since Helm identifies its objects by them. */
function bare({ metadata, status: _, managedFields: _m, ...rest }) {
  const { name, labels, annotations, finalizers } = metadata;
  return { ...rest, metadata: { name, labels, annotations, finalizers } };
}

async function restore(proxy) {
  const saved = JSON.parse(readFileSync(join(folder, "resources.json"), "utf8"));
  const items = saved.map((item) => ({ ...item, metadata: { namespace, ...item.metadata } }));
  const api = await deploymentOfApi(proxy);
  for (const kind of KINDS) {
    const [present] = await listObjects(proxy, kind, api);
    if (present)
      throw new Error(`There are ${kind} in the namespace ${present.metadata.namespace} already: restore into an empty installation`);
  }
  const served = servedNamespaces(api);
  for (const place of new Set(items.map(({ metadata }) => metadata.namespace))) {
    if (!served.has("*") && !served.has(place))
      throw new Error(`The installation does not serve the namespace ${place}: add it to operator.namespaces of the chart first`);
    if (!(await ask(proxy, "GET", `/api/v1/namespaces/${place}`))) throw new Error(`Create the namespace ${place} first`);
  }
  const { replicas, leftStopped } = await observePrograms(proxy);
  let incomplete = leftStopped;
  let refused = [];
  try {
    await stopPrograms(proxy, replicas);
    await withPod(proxy, async () => {
      if (!replace) await archive("ensure-empty");
      incomplete = true;
      const made = await makeResources(proxy, items);
      refused = made.refused;
      if (items.length > 0 && refused.length === items.length) {
        incomplete = leftStopped;
        throw new Error(`The cluster refuses every object, the first with these words: ${refused[0].message}`);
      }
      await archive("restore", archiveInput(made.uids));
    });
  } catch (error) {
    if (incomplete) throw new Error(`${error.message}\n${STOPPED}`);
    await startPrograms(proxy, replicas);
    throw error;
  }
  await startPrograms(proxy, replicas);
  for (const [deployment, count] of replicas) {
    await until(`the pods of ${deployment}`, async () => (await ask(proxy, "GET", `${APPS}/${deployment}`)).status.readyReplicas === count);
  }
  say(`Restored from ${folder}: ${items.length - refused.length} resources`);
  if (refused.length > 0) throw new Error(refusalText(refused));
}

const STOPPED =
  "The restore is incomplete, and the operator and the API stay stopped. Delete what it has made and restore again with --replace, as backup.md tells.";

/**
 * Returns the replicas of each program's Deployment, and whether an earlier restore, which is incomplete, left one stopped. Its
 * replicas are in an annotation.
 */
async function observePrograms(proxy) {
  const replicas = new Map();
  let leftStopped = false;
  for (const deployment of DEPLOYMENTS) {
    const found = await ask(proxy, "GET", `${APPS}/${deployment}`);
    if (!found) continue;
    const before = found.metadata.annotations?.[REPLICAS];
    leftStopped ||= before !== undefined;
    replicas.set(deployment, Number(before ?? found.spec.replicas));
  }
  return { replicas, leftStopped };
}

/** Users must not see a partial restore, and the operator must not act on it. */
async function stopPrograms(proxy, replicas) {
  for (const [deployment, count] of replicas) {
    await patch(proxy, `${APPS}/${deployment}`, { metadata: { annotations: { [REPLICAS]: String(count) } } });
    await patch(proxy, `${APPS}/${deployment}/scale`, { spec: { replicas: 0 } });
  }
  for (const deployment of replicas.keys()) {
    await until(`the pods of ${deployment} to end`, async () => !(await ask(proxy, "GET", `${APPS}/${deployment}`)).status.replicas);
  }
}

async function startPrograms(proxy, replicas) {
  for (const [deployment, count] of replicas) {
    await patch(proxy, `${APPS}/${deployment}/scale`, { spec: { replicas: count } });
    await patch(proxy, `${APPS}/${deployment}`, { metadata: { annotations: { [REPLICAS]: null } } });
  }
}

/** Writes the refused objects into a file for kubectl. Returns what was refused, why, and what to do. */
function refusalText(refused) {
  const file = join(folder, "refused.json");
  const items = refused.map(({ item }) => {
    const { metadata, ...rest } = bare(item);
    return { ...rest, apiVersion: API_VERSION, metadata: { ...metadata, namespace: item.metadata.namespace } };
  });
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }, undefined, 1), { mode: 0o600 });
  const lines = refused.map(({ item: { kind, metadata }, message }) => `${kind} ${metadata.name} in ${metadata.namespace}: ${message}`);
  return [
    "The cluster refused these objects, and all others are restored:",
    ...lines,
    `Correct them in ${file}, and run: kubectl apply --filename ${file}`,
  ].join("\n");
}

async function* archiveInput(uids) {
  yield `${JSON.stringify({ uids: Object.fromEntries(uids) })}\n`;
  yield* createReadStream(join(folder, "stores.archive"));
}

/**
 * Creates each object again. The cluster gives it a new uid, with which owners, statuses and the stores are then updated. A spec may
 * name edit steps by the uid of a dataset, which comes first, because only a dataset's own spec can be updated afterwards. Returns the
 * new uids by the former ones, and the objects that the cluster refuses, with the new uids and its message.
 */
async function makeResources(proxy, items) {
  const made = [];
  const refused = [];
  const uids = new Map();
  const withNewUids = (object) => JSON.parse(JSON.stringify(object).replaceAll(UUID, (uid) => uids.get(uid) ?? uid));
  for (const item of items) {
    const path = `${RESOURCES}/namespaces/${item.metadata.namespace}/${item.kind.toLowerCase()}s`;
    try {
      // A backup may be older than the version.
      const present = await ask(proxy, "POST", path, { ...bare(item), spec: withNewUids(item.spec), apiVersion: API_VERSION });
      uids.set(item.metadata.uid, present.metadata.uid);
      made.push({ item, present, path: `${path}/${present.metadata.name}` });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      refused.push({ item, message: error.message });
    }
  }
  for (const { item, present, path } of made) {
    const { spec, status, metadata } = withNewUids(item);
    const known = new Set(uids.values());
    const ownerReferences = (metadata.ownerReferences ?? []).filter(({ uid }) => known.has(uid));
    const updated = await ask(proxy, "PUT", path, { ...present, metadata: { ...present.metadata, ownerReferences }, spec });
    // A patch would remove the figures that are null.
    if (status) await ask(proxy, "PUT", `${path}/status`, { ...updated, status });
  }
  return { uids, refused: refused.map(({ item, message }) => ({ item: withNewUids(item), message })) };
}

const COMMANDS = { save, restore };
if (!COMMANDS[command] || !folder) {
  say("Usage: node backup.mjs save|restore FOLDER [--namespace agatha] [--name agatha] [--replace]");
  process.exit(2);
}
const proxy = await openProxy();
try {
  await COMMANDS[command](proxy);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  proxy.close();
}
