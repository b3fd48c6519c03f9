/**
 * Measures latencies with 200 users whose screens poll as the console's do, while four trainings are in progress at all times.
 * The product runs as `npm start` runs it.
 */
import { availableParallelism, cpus } from "node:os";
import { createLmdbDocumentStore } from "@agatha/adapters";
import { newAccount } from "@agatha/api/accounts/user-admin/new-account";
import { DEFAULT_SESSIONS } from "@agatha/api/deps";
import { cookieName, openSession } from "@agatha/api/http/sessions";
import { COLLECTIONS, isoTime, type ModelNode, systemClock } from "@agatha/contracts";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { machineReadingsCsv } from "./machine-readings-csv.js";
import { type Poll, runPolling } from "./polling-load.js";

const USERS = Number(process.env.BENCH_USERS ?? 200);
const MILLISECONDS = 1000 * Number(process.env.BENCH_SECONDS ?? 60);
const TRAININGS = 4;
const ROWS = 10_000;
const GOAL_MS = 250;
/** Long enough to add no load. */
const POLL_INTERVAL_MS = 1000;

export async function benchPolling(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  const cookies = await addUsers(folder);
  const product = await startAgatha(folder);
  try {
    const client = new TestClient(product.url);
    await client.login();
    const addresses = await createPolledResources(client);
    const { stop, trainings, models } = keepTraining(client, addresses.dataset);
    const watched = await waitFor("the trainings", async () => models().length === TRAININGS && models());
    const polls = cookies.flatMap((cookie, i) =>
      screenOf(i, { ...addresses, training: watched[i % TRAININGS]! }).map(pollOf(product, cookie)),
    );
    const { requests, perSecond, p50, p99, errors, sampleErrors } = await runPolling({ polls, milliseconds: MILLISECONDS });
    await stop();
    print("| users | trainings under way | requests | requests/s | p50 ms | p99 ms | errors |");
    print("| --- | --- | --- | --- | --- | --- | --- |");
    print(`| ${USERS} | ${TRAININGS} | ${requests} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${errors} |`);
    for (const error of sampleErrors) print(`\nAn error: ${error}`);
    print(
      `\nGoal: p99 under ${GOAL_MS} ms without an error. Every user watches a training (its state each 2 s) and the page of a model ` +
        "(each 2.5 s, and then the list of models), and one in three each an evaluation (1.5 s), a profiling report (3 s) and an " +
        "automatic training (2 s), from a process on the same machine; latencies count from when a request was due. Begun or waiting " +
        `are always ${TRAININGS} trainings of XGB and RF on ${ROWS} rows (${trainings()} ended meanwhile); the product runs ` +
        `${availableParallelism()} at once. ${MILLISECONDS / 1000} s; ${cpus()[0]?.model}, Node ${process.version}.`,
    );
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
}

/** Adds accounts that may see the trained models, each with a session. Logins would hit the limit for one address. */
async function addUsers(folder: string): Promise<string[]> {
  const onError = (error: unknown): never => {
    throw error;
  };
  const documents = createLmdbDocumentStore({ directory: dataFolders(folder).documents, onError });
  const cookies: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const identity = { id: `poller-${i}`, username: `poller-${i}`, passwordHash: "none", createdAt: isoTime(systemClock) };
    await documents.collection(COLLECTIONS.users).insert({ ...newAccount(identity), auth: "manager" });
    cookies.push(
      await openSession({ documents, clock: systemClock, config: { secureCookies: false, sessions: DEFAULT_SESSIONS } }, identity.id),
    );
  }
  await documents.close();
  return cookies;
}

interface PolledResources {
  dataset: string;
  model: string;
  evaluation: string;
  automodel: string;
}

/** Creates a dataset with a profiling report, a model, an evaluation and an automatic training. */
async function createPolledResources(client: TestClient): Promise<PolledResources> {
  const rows = [...machineReadingsCsv(ROWS)].join("");
  const { id: dataset } = await client.uploadDataset("polled.csv", rows);
  const model = await client.train(dataset, request("First", { algorithm: "XGB", params: { rounds: 20 } }));
  if (model.status !== "success") throw new Error(`training failed: ${model.reason} ${model.message}`);
  await client.api.createProfiling(dataset);
  const { id: evaluation } = await client.api.createEvaluation(dataset, { model_id_list: [model.id], test_dataset_id: dataset });
  const limit = { models: 1, seconds: 10 };
  const { id: automodel } = await client.api.createAutoModel(dataset, { mode: "AUTO_REGRESSION", response: "load", limit });
  return { dataset, model: model.id, evaluation, automodel };
}

const request = (name: string, node: ModelNode) => ({
  name,
  model_type: "REGRESSION" as const,
  response: "load",
  columns: ["temperature", "pressure", "humidity", "speed"],
  layers: [{ nodes: [node] }],
});

/** Keeps four trainings in progress. `stop` cancels the rest. */
function keepTraining(client: TestClient, dataset: string): { stop(): Promise<void>; trainings(): number; models(): string[] } {
  let ended = 0;
  let open = true;
  const current = new Map<number, string>();
  const train = async (slot: number): Promise<void> => {
    for (let round = 0; open; round++) {
      const node: ModelNode =
        slot % 2 === 0 ? { algorithm: "XGB", params: { rounds: 2000 } } : { algorithm: "RF", params: { trees: 2000 } };
      const { id } = await client.api.createModel(dataset, request(`Training${slot}x${round}`, node));
      current.set(slot, id);
      await trained(id);
      if (open) ended++;
    }
  };
  /** Resolves when it is trained or when the test stops. */
  const trained = async (id: string): Promise<void> => {
    for (; open; await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))) {
      const { status, reason, message } = await client.api.model(dataset, id);
      if (status === "success") return;
      if (status === "fail" || status === "fitting_fail") throw new Error(`training failed: ${reason} ${message}`);
    }
  };
  const all = Promise.all(Array.from({ length: TRAININGS }, (_, slot) => train(slot)));
  all.catch(() => undefined);
  return {
    trainings: () => ended,
    models: () => [...current.values()],
    async stop() {
      open = false;
      for (const id of current.values()) await client.api.cancelModel(dataset, id);
      await all;
    },
  };
}

type Screen = { everyMs: number; paths: string[] };

/** Returns the requests of the i-th user's screens (the specification's intervals). */
function screenOf(i: number, { dataset, model, training, evaluation, automodel }: PolledResources & { training: string }): Screen[] {
  const path = `agatha/datasets/${dataset}/`;
  const others: Screen[] = [
    { everyMs: 1500, paths: [`${path}evaluations/${evaluation}/`] },
    { everyMs: 3000, paths: [`${path}profiling/`] },
    { everyMs: 2000, paths: [`${path}automodels/${automodel}/`] },
  ];
  return [
    { everyMs: 2000, paths: [`${path}models/${training}/`] },
    { everyMs: 2500, paths: [`${path}models/${model}/info/`, `${path}models/`] },
    others[i % others.length]!,
  ];
}

const pollOf =
  (product: AgathaProcess, cookie: string) =>
  ({ everyMs, paths }: Screen): Poll => ({
    everyMs,
    urls: paths.map((path) => new URL(path, product.url).href),
    headers: { Cookie: `${cookieName({ secureCookies: false }, "session")}=${cookie}` },
  });
