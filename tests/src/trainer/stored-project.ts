/** A dataset, a model, and everything that jobs make of them, in given stores. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLmdbDocumentStore } from "@agatha/adapters";
import {
  COLLECTIONS,
  type EditStepSpec,
  type ObjectStore,
  type TaskInput,
  type TaskKind,
  type TaskOutput,
  type TaskResult,
  taskOutputs,
} from "@agatha/contracts";
import { runTask } from "@agatha/trainer/tasks/run-task";
import { TASK_HANDLERS } from "@agatha/trainer/tasks/steps/index";

const CSV = `a,b,y\n${Array.from({ length: 300 }, (_, i) => `${i % 17},${(i * 31) % 89},${(i * 7) % 53}`).join("\n")}\n`;
const TIMEZONE = { timezone: "UTC" } as const;

export interface StoredProject {
  /** Tasks that read objects, by the key of each. */
  readers: Map<string, TaskInput>;
  run(input: TaskInput): Promise<TaskResult>;
  remove(): Promise<void>;
}

export async function storeProject(objects: ObjectStore): Promise<StoredProject> {
  const folder = await mkdtemp(join(tmpdir(), "agatha-project-"));
  const documents = createLmdbDocumentStore({ directory: join(folder, "documents") });
  const tasks = documents.collection(COLLECTIONS.tasks);
  let count = 0;

  async function run(input: TaskInput): Promise<TaskResult> {
    const id = `task-${++count}`;
    const resource = { resourceKind: "Dataset", resourceName: "furnace", resourceUid: "u", createdAt: "2024-05-01T08:00:00.000Z" };
    await tasks.insert({ id, input, outputPrefix: `datasets/u/${id}`, ...resource });
    const scratch = await mkdtemp(join(folder, "scratch-"));
    const deps = { documents, objects, handlers: TASK_HANDLERS, scratch, attempt: "one", signal: new AbortController().signal };
    await runTask({ ...deps, clock: { now: () => 0 }, warn: () => undefined }, id);
    await rm(scratch, { recursive: true });
    return (await tasks.get(id))!.result!;
  }
  async function output<K extends TaskKind>(input: Extract<TaskInput, { kind: K }>): Promise<TaskOutput<K>> {
    const result = await run(input);
    if (result.status === "fail") throw new Error(`${input.kind}: ${result.message}`);
    return taskOutputs[input.kind as K].parse(result.output) as TaskOutput<K>;
  }

  const source = { ...(await objects.put("uploads/furnace.csv", Buffer.from(CSV))), fileName: "furnace.csv", format: "csv" as const };
  const { key: records } = await objects.put("calculations/rows/1.json", Buffer.from('[{"a":1,"b":2}]'));
  const ingest: TaskInput = { kind: "ingest", source, ...TIMEZONE, productType: "quality", columns: [] };
  const parsed = await output(ingest);
  const rows = { table: parsed.table.key, tableDocument: parsed.document, sampling: "raw" } as const;
  const recipe = { type: "REGRESSION" as const, response: "y", layers: [{ nodes: [{ algorithm: "GLM" }] }], maxFpr: 1, seed: 1 };
  const train: TaskInput = { kind: "train", ...rows, ...TIMEZONE, model: recipe };
  const trained = await output(train);
  const predict = { kind: "predict", model: trained.artifact.key, rows: { records } } as const;
  await output(predict);
  const { key: copy } = await objects.put("datasets/u/joins/joined-rows", Buffer.from("[1,2]\n[10,20]"));
  const step: EditStepSpec = {
    ...{ type: "join", dataset: "other", on: [{ column: "a", other: "a" }], columns: ["c"], prefix: "" },
    copy: { key: copy, title: "Other", types: ["n", "n"], rows: 2, at: "2024-05-01T08:00:00Z" },
  };
  await documents.collection(COLLECTIONS.editSteps).insert({ id: "u.steps", datasetUid: "u", specs: [step] });
  const common = { table: rows.table, totalRows: 300, sampling: "raw", ...TIMEZONE, request: "1" } as const;
  const profile: TaskInput = { kind: "profile", ...common, extraction: "u.steps" };
  await output(profile);
  const model = { name: "m", artifact: trained.artifact.key, info: trained.info, actual: "y" };
  await output({ kind: "evaluate", ...rows, ...TIMEZONE, trainingDocument: parsed.document, models: [model] });
  return {
    readers: new Map<string, TaskInput>([
      [source.key, ingest],
      [rows.table, train],
      [trained.artifact.key, predict],
      [records, predict],
      [copy, profile],
    ]),
    run,
    async remove() {
      await documents.close();
      await rm(folder, { recursive: true });
    },
  };
}
