/** The trainer's program as a job runs it: a process of its own with nothing but its environment. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDirectoryObjectStore, createLmdbDocumentStore } from "@agatha/adapters";
import { closeServer } from "@agatha/adapters/server/listen";
import { COLLECTIONS, type DocumentStore, type ObjectStore, systemClock, taskOutputs } from "@agatha/contracts";
import { createTaskServer } from "@agatha/operator/task-documents/server";
import { taskToken } from "@agatha/operator/task-documents/task-token";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { listenLocally } from "../listening.js";
import { addIngest, addTask, furnaceCsv } from "./stored-tasks.js";

const KEY = "key-of-the-tokens";
const MAIN = fileURLToPath(new URL("../../../trainer/bundle/main.js", import.meta.url));

describe("the trainer's program", () => {
  let data: string;
  let documents: DocumentStore;
  let objects: ObjectStore;
  let server: Server;
  let url: string;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), "agatha-trainer-"));
    documents = createLmdbDocumentStore({ directory: dataFolders(data).documents });
    objects = createDirectoryObjectStore({ directory: dataFolders(data).objects });
    const events = { publish: () => undefined };
    server = createTaskServer({ documents, events, clock: systemClock, key: KEY, onError: () => undefined });
    url = `http://127.0.0.1:${await listenLocally(server)}`;
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await closeServer(server, 0);
    await Promise.all([documents.close(), objects.close()]);
    await rm(data, { recursive: true });
  });

  function start(env: Record<string, string>, channel: ["ipc"] | [] = []) {
    const started = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe", ...channel] });
    child = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr]) stream?.on("data", (bytes: Buffer) => (output += bytes.toString()));
    return once(started, "close").then(([code]) => ({ code: code as number, output }));
  }
  const ofTask = (id: string) => ({ AGATHA_TASK: id, AGATHA_TASK_URL: url, AGATHA_TASK_TOKEN: taskToken(KEY, id), AGATHA_DATA: data });
  const run = (id: string) => start(ofTask(id));
  const resultOf = async (id: string) => (await documents.collection(COLLECTIONS.tasks).get(id))?.result;

  /** Returns everything but the upload, with any temporary files. */
  async function leftBehind(): Promise<string[]> {
    const left = await readdir(dataFolders(data).scratch).catch((): string[] => []);
    for await (const { key } of objects.list("")) if (!key.startsWith("uploads/")) left.push(key);
    for (const { id } of await documents.collection(COLLECTIONS.modelInfos).find()) left.push(id);
    return left;
  }

  async function ingested(rows: number) {
    await addIngest({ documents, objects }, "ingest-1", furnaceCsv(rows));
    expect(await run("ingest-1")).toMatchObject({ code: 0 });
    const result = await resultOf("ingest-1");
    if (result?.status !== "success") throw new Error(`the ingest failed: ${JSON.stringify(result)}`);
    return taskOutputs.ingest.parse(result.output);
  }

  /** Stores a training by random forests of so many trees. */
  async function addTraining(trees: number) {
    const output = await ingested(5000);
    await addTask(documents, "train-1", {
      kind: "train",
      table: output.table.key,
      tableDocument: output.document,
      sampling: "raw",
      timezone: "UTC",
      model: { type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "RF", params: { trees } }] }], maxFpr: 1, seed: 1 },
    });
    return output;
  }
  const training = () =>
    waitFor(
      "the training to be on its way",
      async () => ((await documents.collection(COLLECTIONS.progress).get("train-1"))?.fraction ?? 0) > 0,
    );

  test("the trainer carries out its task, publishes the result, and leaves only its outputs", async () => {
    const output = await ingested(50);
    expect(output.summary).toEqual({ nrow: 50, totalRows: 50, columnCount: 3 });
    expect(await leftBehind()).toEqual([output.table.key]);
    expect(output.table.key).toMatch(/^datasets\/u\/ingest-1\/[0-9a-f]{16}\//);
    const again = await run("ingest-1");
    expect(again.code).toBe(0);
    expect(JSON.parse(again.output)).toMatchObject({ level: "info", msg: "task ingest-1: superseded" });
    expect(await leftBehind()).toEqual([output.table.key]);
  });

  test("the trainer publishes the fault of a file as a result, since a retry is useless", async () => {
    await addIngest({ documents, objects }, "ingest-1", "a,a\n1,2\n");
    expect(await run("ingest-1")).toMatchObject({ code: 0 });
    expect(await resultOf("ingest-1")).toMatchObject({ status: "fail", reason: "010404" });
    expect(await leftBehind()).toEqual([]);
  });

  test("the trainer fails without a result when a store lacks its input", async () => {
    await addTask(documents, "check-1", { kind: "check", table: "datasets/u/gone/table.parquet", tableDocument: "gone" });
    const { code, output } = await run("check-1");
    expect([code, JSON.parse(output)]).toMatchObject([1, { level: "error", msg: expect.stringContaining("gone") }]);
    expect(await resultOf("check-1")).toBeUndefined();
    expect(await leftBehind()).toEqual([]);
  });

  test("the trainer stops at SIGTERM without a result, and leaves nothing behind", async () => {
    const { table } = await addTraining(1000);
    const ended = run("train-1");
    await training();
    child!.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143 });
    expect(await resultOf("train-1")).toBeUndefined();
    expect(await leftBehind()).toEqual([table.key]);
  });

  test("a trainer that a server started goes on at Ctrl-C and at the end of the terminal of both", async () => {
    await addTraining(100);
    const ended = start(ofTask("train-1"), ["ipc"]);
    await training();
    for (const signal of ["SIGINT", "SIGHUP"] as const) expect(child!.kill(signal)).toBe(true);
    expect(await ended).toMatchObject({ code: 0 });
    expect(await resultOf("train-1")).toMatchObject({ status: "success" });
  });

  test("the trainer does nothing for a deleted task", async () => {
    expect(await run("gone-1")).toMatchObject({ code: 0 });
    expect(await leftBehind()).toEqual([]);
  });

  test("the trainer names the variable that it lacks", async () => {
    const { AGATHA_TASK: _, ...rest } = ofTask("t");
    expect(await start(rest)).toMatchObject({ code: 1, output: expect.stringContaining("AGATHA_TASK:") });
  });
});
