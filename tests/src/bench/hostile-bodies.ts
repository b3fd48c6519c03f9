/**
 * Measures small predictions of an authorised client while 64 others send the worst bodies without pause, half of them without a
 * right. The senders are a process of their own.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { carsCsv } from "../data.js";
import { removeFolder, startAgatha, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import type { Target } from "./hostile-senders.js";
import { jsonPost, latencySummary, openConnection } from "./http-load.js";
import { startPinned } from "./pinned-process.js";
import { watchMemory } from "./process-memory.js";
import { type PublishedModel, publishModel } from "./published-model.js";

const SENDERS_PROGRAM = fileURLToPath(new URL("./hostile-senders.js", import.meta.url));
const SERVER_PROGRAM = fileURLToPath(new URL("./prediction-api-server.js", import.meta.url));
const MILLISECONDS = 30_000;
const PAUSE_MS = 10;
const WARM_UP_REQUESTS = 2_000;
const EDIT_STEP = { type: "filter", groups: [{ conditions: [{ column: "Horsepower", op: "gt", value: 0 }] }] };

interface AttackedServer {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

export async function benchHostileBodies(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  const standalone = (): Promise<AttackedServer> => startAgatha(folder);
  const models = async (): Promise<AttackedServer> => {
    const { line, pid, stop } = await startPinned("any", [process.execPath, SERVER_PROGRAM, folder, "models"]);
    return { url: new URL("tukey/", line).href, pid, stop };
  };
  const attacks: Attack[] = [
    { name: "standalone, open model API", start: standalone, targets: async (url, model) => predictionTargets(url, model) },
    { name: "models, open model API", start: models, targets: async (url, model) => predictionTargets(url, model) },
    { name: "standalone, all other routes with bodies", start: standalone, targets: otherTargets },
  ];
  try {
    const model = await publishModel(folder, Buffer.from(carsCsv()), "Miles_per_Gallon");
    print("| server, routes | hostile requests ended | small predictions | p50 ms | p99 ms | longest ms | growth of memory, MB |");
    print("| --- | --- | --- | --- | --- | --- | --- |");
    for (const each of attacks) print(`| ${each.name} | ${(await attack(each, model)).join(" | ")} |`);
    print(`\n${MILLISECONDS / 1000} s each; ${cpus().length} cores for the server, the senders and the client; ${cpus()[0]?.model}.`);
  } finally {
    await removeFolder(folder);
  }
}

interface Attack {
  name: string;
  start(): Promise<AttackedServer>;
  /** Routes of the server at `url`. */
  targets(url: string, model: PublishedModel): Promise<Target[]>;
}

const withoutRight = (target: Target): Target => ({ ...target, members: {}, headers: {} });

function predictionTargets(url: string, { token }: PublishedModel): Target[] {
  const target: Target = { url: `${url}tukey/api/`, method: "POST", field: "data", members: { api_token: token }, headers: {} };
  return [target, withoutRight(target)];
}

/** Returns the routes for uploads, what-ifs, edit steps, accounts, the extraction API and models. */
async function otherTargets(url: string, { id, datasetId }: PublishedModel): Promise<Target[]> {
  const client = new TestClient(url);
  await client.login();
  const dataset = `agatha/datasets/${datasetId}`;
  const step = await client.json<{ id: string }>("POST", `${dataset}/extraction/`, { cond: "all", spec: EDIT_STEP });
  await client.json("PATCH", "agatha/openthirdapi/update_extractions/", {
    api_update_list: [{ dataset_id: datasetId, api_enabled: true }],
  });
  const { body } = await client.json<{ api_token: string }>("GET", `${dataset}/extraction/${step.body.id}/api/`);
  const headers = client.headers();
  const post = (path: string, field: string, members: Record<string, unknown> = {}): Target => {
    return { url: url + path, method: "POST", field, members, headers };
  };
  const targets = [
    post("agatha/datasets/prepare_upload_data/", "name"),
    post(`${dataset}/models/${id}/calcs/`, "data", { type: "whatif" }),
    post(`${dataset}/extraction/`, "spec", { cond: "x" }),
    post("agatha/users/import/", "file"),
    post(`${dataset}/models/`, "layers", { name: "Hostile", model_type: "REGRESSION" }),
    { ...post("tukey/extapi/", "data", { token: body.api_token }), headers: {} },
  ];
  return targets.flatMap((target) => [target, withoutRight(target)]);
}

async function attack({ start, targets }: Attack, model: PublishedModel): Promise<(string | number)[]> {
  const { url, pid, stop } = await start();
  const { token, row } = model;
  const endpoint = new URL("tukey/api/", url);
  const { send, close } = await openConnection(endpoint.hostname, Number(endpoint.port));
  const request = jsonPost(endpoint.href, { api_token: token, data: row });
  for (let i = 0; i < WARM_UP_REQUESTS; i++) await send(request);
  const memory = watchMemory(pid);
  const before = memory.peak().largestProcess;
  const senders = fork(SENDERS_PROGRAM, [JSON.stringify(await targets(url, model)), Object.keys(row)[0] ?? ""]);
  await once(senders, "message");
  const latencies: number[] = [];
  const begun = performance.now();
  while (performance.now() - begun < MILLISECONDS) {
    const sent = performance.now();
    await send(request);
    latencies.push(performance.now() - sent);
    await setTimeout(PAUSE_MS);
  }
  senders.send("stop");
  const [ended] = (await once(senders, "message")) as [number];
  const { p50, p99, requests } = latencySummary(latencies, MILLISECONDS);
  const growth = memory.peak().largestProcess - before;
  memory.stop();
  close();
  await stop();
  return [ended, requests, p50.toFixed(1), p99.toFixed(1), Math.max(...latencies).toFixed(1), growth.toFixed(0)];
}
