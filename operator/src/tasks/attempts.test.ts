import type { DocumentStore, Job, Task } from "@agatha/contracts";
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
const finished: Job = { name: TASK.id, phase: "succeeded", finishedAt: "2024-05-01T08:01:00.000Z" };

test.each<[string, Job | undefined, Task]>([
  ["a job that ended after its task was read has its result", finished, PUBLISHED],
  ["so has one that is gone by then: it is not launched again", undefined, PUBLISHED],
  ["a job that runs has none", { name: TASK.id, phase: "running" }, TASK],
])("observing attempts: %s", async (_what, job, expected) => {
  // The result is published between the two reads.
  const collection = { find: async () => [TASK], get: async () => PUBLISHED };
  const documents = { collection: () => collection } as unknown as DocumentStore;
  const { latest } = await observeAttempts({ documents, jobs: { get: async () => job } }, "u", STEM);
  expect(latest).toEqual({ number: 1, task: expected, job });
});
