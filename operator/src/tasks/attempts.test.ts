import { type DocumentStore, ERRORS, type Job, MissingObject, type ResourceStore, type Task } from "@agatha/contracts";
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

const UID = aDataset().metadata.uid;
const TABLE = `datasets/${UID}/ingest-1/one/table.parquet`;

/** Returns what is observed of a task that could not read an object, while the dataset has the table. */
async function observedLoss(key: string, loss: string) {
  const { status, ...dataset } = aDataset();
  const result = {
    status: "fail" as const,
    attempt: "one",
    finishedAt: "2024-05-01T08:01:00.000Z",
    reason: ERRORS.storedDataDamaged,
    message: `Something happened to ${key}`,
    detail: [{ path: key, message: loss }],
  };
  const present = { ...dataset, status: { ...status, table: { ...status?.table, key: TABLE } } };
  const documents = fromPartial<DocumentStore>({ collection: () => ({ find: async () => [{ ...TASK, result }] }) });
  const list = async (kind: string) => ({ items: kind === "Dataset" ? [present] : [], resourceVersion: "1" });
  const resources = { ...noResources, list } as typeof noResources;
  const { latest } = await observeAttempts({ documents, jobs: { get: async () => undefined }, resources }, "u", STEM);
  return { ...latest, result };
}

test.each([
  [TABLE, "bytes 0 to 9 have changed", 'The stored table of the dataset "Furnace" is damaged and was not used. Upload the file again'],
  [TABLE, MissingObject.reason, 'The stored table of the dataset "Furnace" is missing. Upload the file again as a new dataset, or ask'],
  [
    `datasets/${UID}/joins/digest`,
    MissingObject.reason,
    'The copy of joined rows in the edit history of the dataset "Furnace" is missing. Save the step of the join again',
  ],
])("observing attempts: a task that could not read %s, since %s, names the dataset and says what to do", async (key, loss, words) => {
  const { task, result } = await observedLoss(key, loss);
  expect(task?.result).toEqual({ ...result, message: expect.stringContaining(words) });
});

test("observing attempts: a task whose table was made again meanwhile broke off, and is tried again with the present table", async () => {
  const { task, job, result } = await observedLoss(TABLE.replace("one", "before"), MissingObject.reason);
  expect([task?.result, job]).toEqual([undefined, { name: TASK.id, phase: "failed", finishedAt: result.finishedAt }]);
});
