import { type DocumentStore, ERRORS, type Job, type ResourceStore, type Task } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { aDataset } from "../testing/objects.js";
import { observeAttempts } from "./attempts.js";

const STEM = "m-hardness-train-0123456789abcdef-";
const TASK: Task = {
  id: `${STEM}1`,
  version: 1,
  resourceKind: "Model",
  resourceName: "hardness",
  resourceUid: "u",
  input: { kind: "check", table: "t", tableDocument: "d" },
  outputPrefix: `models/u/${STEM}1`,
  createdAt: "2024-05-01T08:00:00.000Z",
};
const PUBLISHED: Task = {
  ...TASK,
  version: 2,
  result: { status: "success", attempt: "one", finishedAt: "2024-05-01T08:01:00.000Z", output: {} },
};
const noResources: Pick<ResourceStore, "get" | "list"> = {
  get: async () => undefined,
  list: async () => ({ items: [], resourceVersion: "1" }),
};
const finished: Job = { name: TASK.id, phase: "succeeded", finishedAt: "2024-05-01T08:01:00.000Z" };

test.each<[string, Job | undefined, Task]>([
  ["a job that ended after its task was read has its result", finished, PUBLISHED],
  ["so has one that is gone by then: it is not launched again", undefined, PUBLISHED],
  ["a job that runs has none", { name: TASK.id, phase: "running" }, TASK],
])("observing attempts: %s", async (_what, job, expected) => {
  // The result is published between the two reads.
  const collection = { find: async () => [TASK], get: async () => PUBLISHED };
  const documents = fromPartial<DocumentStore>({ collection: () => collection });
  const { latest } = await observeAttempts({ documents, jobs: { get: async () => job }, resources: noResources }, "u", STEM);
  expect(latest).toEqual({ number: 1, task: expected, job });
});

test("observing attempts: a task that met a damaged object names the dataset and says what to do", async () => {
  const dataset = aDataset();
  const key = `datasets/${dataset.metadata.uid}/ingest-1/one/table.parquet`;
  const result = {
    status: "fail" as const,
    attempt: "one",
    finishedAt: "2024-05-01T08:01:00.000Z",
    reason: ERRORS.storedDataDamaged,
    message: `The object ${key} is damaged`,
    detail: [{ path: key, message: "bytes 0 to 9 have changed" }],
  };
  const documents = fromPartial<DocumentStore>({ collection: () => ({ find: async () => [{ ...TASK, result }] }) });
  const list = async (kind: string) => ({ items: kind === "Dataset" ? [dataset] : [], resourceVersion: "1" });
  const resources = { ...noResources, list } as typeof noResources;
  const { latest } = await observeAttempts({ documents, jobs: { get: async () => undefined }, resources }, "u", STEM);
  expect(latest?.task.result).toEqual({
    ...result,
    message:
      'The stored table of the dataset "Furnace" is damaged and was not used. Upload the file again as a new dataset, or ask the ' +
      `administrator to restore it from a backup. The object is ${key}.`,
  });
});
