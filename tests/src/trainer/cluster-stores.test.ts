/**
 * The trainer's program on the real stores of a cluster and the operator's server for jobs, each of which may be away at the start
 * or during the work.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { type ClusterStores, openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { readEnvironment } from "@agatha/adapters/server/environment-variables";
import { closeServer } from "@agatha/adapters/server/listen";
import { COLLECTIONS, systemClock, taskOutputs } from "@agatha/contracts";
import { createTaskServer } from "@agatha/operator/task-documents/server";
import { taskToken } from "@agatha/operator/task-documents/task-token";
import { listenLocally } from "../listening.js";
import { describeWith, type RunningServer } from "../ports/servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startMongo, startNats, startS3 } from "../ports/store-servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "../ports/temporary-folder.js";
import { addIngest, addTask, furnaceCsv } from "./stored-tasks.js";

const MAIN = fileURLToPath(new URL("../../../trainer/bundle/main.js", import.meta.url));
const TOKEN = "token-of-the-bus";
const KEY = "key-of-the-tokens";
const { s3, mongo, nats } = STORE_PROGRAMS;

describeWith("the trainer's program on a cluster's stores", s3 && mongo && nats, () => {
  let objects: StoreServer;
  let documents: StoreServer;
  let events: RunningServer;
  let files: TemporaryFolder;
  let env: Record<string, string>;
  let operator: Server;
  let stores: ClusterStores;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    [objects, documents, events] = await Promise.all([startS3(s3!), startMongo(mongo!), startNats(nats!, "--auth", TOKEN)]);
    files = await createTemporaryFolder();
    const ofObjects = {
      AGATHA_S3_ENDPOINT: `http://127.0.0.1:${objects.port}`,
      AGATHA_S3_ACCESS_KEY: S3_CREDENTIALS.accessKey,
      AGATHA_S3_SECRET_KEY: S3_CREDENTIALS.secretKey,
      AGATHA_SCRATCH: files.path,
    };
    const ofAll = {
      ...ofObjects,
      AGATHA_MONGODB_URL: `mongodb://127.0.0.1:${documents.port}/`,
      AGATHA_NATS_URL: `nats://127.0.0.1:${events.port}`,
      AGATHA_NATS_TOKEN: TOKEN,
    };
    stores = await openClusterStores(readEnvironment(clusterVariables, ofAll), { onError: () => undefined });
    operator = createTaskServer({ ...stores, clock: systemClock, key: KEY, onError: () => undefined });
    env = { ...ofObjects, AGATHA_TASK_URL: `http://127.0.0.1:${await listenLocally(operator)}` };
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
  afterAll(async () => {
    await closeServer(operator, 0);
    await stores.close();
    await Promise.all([objects.remove(), documents.remove(), events.kill(), files.remove()]);
  });

  function start(variables: Record<string, string>) {
    const started = spawn(process.execPath, [MAIN], { env: variables, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    const run = { output: "", ended: once(started, "close").then(([code]) => code as number) };
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (bytes: Buffer) => {
        run.output += bytes.toString();
      });
    return run;
  }
  const ofTask = (task: string) => ({ ...env, AGATHA_TASK: task, AGATHA_TASK_TOKEN: taskToken(KEY, task) });
  const startTask = (task: string) => start(ofTask(task));
  const tasks = () => stores.documents.collection(COLLECTIONS.tasks);
  const resultOf = async (id: string) => (await tasks().get(id))?.result;

  async function addTraining(id: string, trees: number) {
    await addIngest(stores, `${id}-data`, furnaceCsv(3_000));
    expect(await startTask(`${id}-data`).ended).toBe(0);
    const result = await resultOf(`${id}-data`);
    if (result?.status !== "success") throw new Error(`the ingest failed: ${JSON.stringify(result)}`);
    const { table, document } = taskOutputs.ingest.parse(result.output);
    await addTask(stores.documents, id, {
      kind: "train",
      table: table.key,
      tableDocument: document,
      sampling: "raw",
      timezone: "UTC",
      model: { type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "RF", params: { trees } }] }], maxFpr: 1, seed: 1 },
    });
  }

  test("the trainer carries out its task, publishes the result, announces it on the bus, and leaves no files", async () => {
    const heard: unknown[] = [];
    stores.events.subscribe("taskFinished", (event) => heard.push(event));
    await addIngest(stores, "ingest-1", furnaceCsv(50));
    const run = startTask("ingest-1");
    expect([await run.ended, run.output]).toEqual([0, expect.stringContaining("published")]);
    expect(await resultOf("ingest-1")).toMatchObject({ status: "success", output: { summary: { nrow: 50, columnCount: 3 } } });
    await eventually(() => heard.length > 0);
    expect(heard).toEqual([{ taskId: "ingest-1", kind: "Dataset", resource: "furnace" }]);
    expect((await readdir(files.path)).filter((name) => name.startsWith("task-"))).toEqual([]);
    expect(run.output).not.toContain(TOKEN);
  });

  test.each<[string, () => RunningServer]>([
    ["operator", () => documents],
    ["object store", () => objects],
  ])("the trainer waits for the %s, and says so", async (store, server) => {
    const id = `ingest-without-${store.replace(" ", "-")}`;
    await addIngest(stores, id, furnaceCsv(50));
    await server().kill();
    const run = startTask(id);
    await eventually(() => run.output.includes(`waiting for the ${store}`));
    await server().restart();
    expect([await run.ended, run.output]).toEqual([0, expect.stringContaining(`the ${store} is there`)]);
    expect(await resultOf(id)).toMatchObject({ status: "success" });
  });

  test("the trainer works without the event bus", async () => {
    await addIngest(stores, "ingest-unheard", furnaceCsv(50));
    await events.kill();
    const run = startTask("ingest-unheard");
    expect(await run.ended).toBe(0);
    await events.restart();
    expect(await resultOf("ingest-unheard")).toMatchObject({ status: "success" });
  });

  test("the trainer ends at SIGTERM while it waits for a store", async () => {
    await documents.kill();
    const run = startTask("waiting");
    await eventually(() => run.output.includes("waiting for the operator"));
    child!.kill("SIGTERM");
    const code = await run.ended;
    await documents.restart();
    expect(code).toBe(143);
  });

  test("a training goes on while both stores are killed and start again", async () => {
    await addTraining("train-1", 300);
    const run = startTask("train-1");
    await eventually(async () => ((await stores.documents.collection(COLLECTIONS.progress).get("train-1"))?.fraction ?? 0) > 0);
    await Promise.all([documents.kill(), objects.kill()]);
    await Promise.all([documents.restart(), objects.restart()]);
    expect([await run.ended, run.output]).toEqual([0, expect.stringContaining("published")]);
    const result = await resultOf("train-1");
    expect(result?.status).toBe("success");
    const kept: string[] = [];
    for await (const { key, sha256 } of stores.objects.list("datasets/u/train-1/")) kept.push(`${key} ${sha256.length}`);
    expect(kept.length).toBeGreaterThan(0);
    for (const line of kept) expect(line).toMatch(/ 64$/);
  });

  test.each<[string, (all: Record<string, string>) => Record<string, string>, string]>([
    ["stores of both kinds", (all) => ({ ...all, AGATHA_DATA: files.path }), "either AGATHA_DATA"],
    ["no stores", ({ AGATHA_S3_ENDPOINT: _, ...rest }) => rest, "either AGATHA_DATA"],
    ["no task", ({ AGATHA_TASK: _, ...rest }) => rest, "AGATHA_TASK:"],
    ["some of a cluster's stores", ({ AGATHA_TASK_URL: _, ...rest }) => rest, "AGATHA_TASK_URL"],
  ])("%s: the trainer says what to set", async (_what, change, message) => {
    const run = start(change(ofTask("t")));
    expect([await run.ended, run.output]).toEqual([1, expect.stringContaining(message)]);
  });
});
