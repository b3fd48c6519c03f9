import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLmdbDocumentStore } from "@agatha/adapters";
import { createTaskDocuments } from "@agatha/adapters/documents/task-documents";
import { COLLECTIONS, Conflict, type DocumentStore, type DocumentsById, type NewDocument, type Task } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { createTaskServer } from "@agatha/operator/task-documents/server";
import { taskOfToken, taskToken } from "@agatha/operator/task-documents/task-token";

const KEY = "mongodb://agatha:password@mongodb:27017/";
const PREFIX = "models/u/train-1";
const OWN = "train-1.a1";
const { tasks, progress, tables, modelInfos, users, sessions, editSteps } = COLLECTIONS;
const TASK = fromPartial<Omit<NewDocument<Task>, "id" | "outputPrefix">>({
  resourceKind: "Model",
  resourceName: "m",
  resourceUid: "u",
  input: { kind: "train", table: "datasets/d/table.parquet", tableDocument: "ingest-1.b2", model: { extraction: "steps" } },
  createdAt: "2024-05-01T08:00:00.000Z",
});
const stored = (key: string) => ({ key, sha256: "0".repeat(64), size: 1 });
const output = { artifact: stored(`${PREFIX}/a1/model.bin`), info: OWN, predictions: `${PREFIX}/a1/p.json` };
const figures = { indicators: {}, trainIndicators: {}, baseline: {} };
const success = (more: object = {}) => ({
  status: "success" as const,
  attempt: "a1",
  finishedAt: "2024-05-01T09:00:00.000Z",
  output: { ...output, ...figures, ...more },
});
// biome-ignore lint/suspicious/noExplicitAny: a job that is taken over sends anything.
const anything = (document: object) => document as any;

let folder: string;
let store: DocumentStore;
let server: Server;
let url: string;
let heard: unknown[];
let job: DocumentsById;
const errors: unknown[] = [];
const connect = (token: string) => createTaskDocuments({ url, token, maxRetryMs: 0 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agatha-tasks-"));
  store = createLmdbDocumentStore({ directory: folder });
  heard = [];
  const events = { publish: (...event: unknown[]) => void heard.push(event) };
  const clock = { now: () => Date.parse("2024-05-01T09:00:00.000Z") };
  server = createTaskServer({ documents: store, events, clock, key: KEY, onError: (error) => errors.push(error) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  job = connect(taskToken(KEY, "train-1"));
  for (const id of ["train-1", "train-12"]) await store.collection(tasks).insert({ ...TASK, id, outputPrefix: `models/u/${id}` });
  for (const id of ["ingest-1.b2", "ingest-2.b2"]) await store.collection(tables).put(anything({ id, datasetUid: "d" }));
  await store.collection(editSteps).put(anything({ id: "steps", datasetUid: "d", specs: [] }));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  await store.close();
  rmSync(folder, { recursive: true });
  expect(errors).toEqual([]);
});

const publish = async (result: object) => {
  const task = (await job.collection(tasks).get("train-1"))!;
  return await job.collection(tasks).replace({ ...task, result } as Task);
};

test("a job reads its task and what that names, reports progress, writes documents and publishes its result", async () => {
  expect(await job.collection(tasks).get("train-1")).toMatchObject({ id: "train-1", version: 1 });
  expect(await job.collection(tables).get("ingest-1.b2")).toMatchObject({ datasetUid: "d" });
  expect(await job.collection(editSteps).get("steps")).toMatchObject({ specs: [] });
  await job.collection(progress).put({ id: "train-1", fraction: 0.5, step: "fit", updatedAt: "" });
  await job.collection(modelInfos).put(anything({ id: OWN, modelUid: "u", info: {} }));
  expect(await job.collection(modelInfos).get(OWN)).toMatchObject({ modelUid: "u" });
  await publish(success());
  expect(await store.collection(progress).get("train-1")).toMatchObject({ fraction: 0.5, updatedAt: "2024-05-01T09:00:00.000Z" });
  expect((await store.collection(tasks).get("train-1"))?.result).toMatchObject({ status: "success", attempt: "a1" });
  const about = { taskId: "train-1", kind: "Model", resource: "m" };
  expect(heard).toEqual([
    ["taskProgress", { ...about, fraction: 0.5, step: "fit" }],
    ["taskFinished", about],
  ]);
});

test("a job publishes a result and nothing else of its task", async () => {
  const task = (await job.collection(tasks).get("train-1"))!;
  await job.collection(tasks).replace({ ...task, resourceUid: "other", outputPrefix: "models", result: success() });
  expect(await store.collection(tasks).get("train-1")).toMatchObject({ resourceUid: "u", outputPrefix: PREFIX });
});

test("a second attempt finds the result, removes its own documents, and cannot remove or replace what is published", async () => {
  for (const id of [OWN, "train-1.a2"]) await job.collection(modelInfos).put(anything({ id, modelUid: "u", info: {} }));
  const before = (await job.collection(tasks).get("train-1"))!;
  await publish(success());
  await expect(job.collection(tasks).replace({ ...before, result: success() })).rejects.toThrow(Conflict);
  expect((await job.collection(tasks).get("train-1"))?.result?.attempt).toBe("a1");
  await job.collection(modelInfos).delete("train-1.a2");
  await expect(job.collection(modelInfos).delete(OWN)).rejects.toThrow("403");
  await expect(job.collection(modelInfos).put(anything({ id: OWN, modelUid: "u", info: {} }))).rejects.toThrow(Conflict);
  expect(await store.collection(modelInfos).get(OWN)).toBeDefined();
  expect(await store.collection(modelInfos).get("train-1.a2")).toBeUndefined();
});

test("a job whose task is gone finds none, and still removes its documents", async () => {
  await job.collection(modelInfos).put(anything({ id: OWN, modelUid: "u", info: {} }));
  await store.collection(tasks).delete("train-1");
  expect(await job.collection(tasks).get("train-1")).toBeUndefined();
  await job.collection(modelInfos).delete(OWN);
  expect(await store.collection(modelInfos).get(OWN)).toBeUndefined();
});

test.each<[string, () => Promise<unknown>]>([
  ["reads accounts", () => job.collection(users).get("admin")],
  ["reads sessions", () => job.collection(sessions).get("s")],
  ["reads another task", () => job.collection(tasks).get("train-12")],
  ["reads a table that its task does not name", () => job.collection(tables).get("ingest-2.b2")],
  ["reads the outputs of a task whose id begins alike", () => job.collection(modelInfos).get("train-12.a1")],
  ["reads a collection that does not exist", () => job.collection({ name: "constructor", indexes: {} }).get(OWN)],
  ["makes an account", () => job.collection(users).put(anything({ id: "admin", auth: "manager" }))],
  ["replaces its input", () => job.collection(tables).put(anything({ id: "ingest-1.b2", datasetUid: "u" }))],
  ["writes another's progress", () => job.collection(progress).put({ id: "train-12", fraction: 1, step: "x", updatedAt: "" })],
  ["writes a document of another object", () => job.collection(modelInfos).put(anything({ id: OWN, modelUid: "other" }))],
  ["refers to another's object", () => job.collection(modelInfos).put(anything({ id: OWN, modelUid: "u", knownRows: "models/v/k" }))],
  ["deletes its input", () => job.collection(tables).delete("ingest-1.b2")],
  ["publishes another's object", () => publish(success({ artifact: stored("models/v/train-9/a1/model.bin") }))],
  ["publishes another's document", () => publish(success({ info: "train-12.a1" }))],
])("a job that %s is refused", async (_what, attempt) => {
  await expect(attempt()).rejects.toThrow(/403 The job of task train-1 may not/);
});

test("a result that is none of its kind, or longer than a document may be, is refused", async () => {
  await expect(publish(success({ artifact: 1 }))).rejects.toThrow("400");
  const long = { id: OWN, modelUid: "u", info: "x".repeat(17 * 1024 * 1024) };
  await expect(job.collection(modelInfos).put(anything(long))).rejects.toThrow("413");
});

test.each([
  ["no token", ""],
  ["another key's token", taskToken("other", "train-1")],
  ["another task's token with this task's id", taskToken(KEY, "train-12").replace("train-12", "train-1")],
])("with %s nothing is read", async (_what, token) => {
  await expect(connect(token).collection(tasks).get("train-1")).rejects.toThrow("401");
  expect(taskOfToken(KEY, token)).toBeUndefined();
});

test("the job waits for an operator that is away", async () => {
  server.closeAllConnections();
  const { port } = new URL(url);
  server.close();
  await once(server, "close");
  const found = createTaskDocuments({ url, token: taskToken(KEY, "train-1"), maxRetryMs: 60_000 })
    .collection(tasks)
    .get("train-1");
  server.listen(Number(port), "127.0.0.1");
  expect(await found).toMatchObject({ id: "train-1" });
});
