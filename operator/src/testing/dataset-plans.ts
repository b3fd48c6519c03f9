/** Datasets for tests, in the states of their ingestion, with the results of their tasks, and their plans. */
import { type DatasetStatus, datasetStatus, type Job, type Resource, type TaskResult } from "@agatha/contracts";
import { type PendingDatasetWork, pendingDatasetWork, planDataset } from "../dataset/plan.js";
import type { Attempts } from "../tasks/attempts.js";
import { aDataset, aReadyDataset, aTask, clock, NOW } from "./objects.js";

/** Fingerprint of the ingestion of the dataset `furnace`. */
export const FINGERPRINT = pendingDatasetWork(aDataset()).fingerprint;
export const READY = aReadyDataset(FINGERPRINT);
/** Status of a dataset that is parsed and not checked. */
export const INGESTED: DatasetStatus = { ...READY.status, phase: "preprocess_finish", check: undefined };
/** A dataset with a long file of which a sample is in use. */
export const SAMPLED = aDataset({
  status: { ...READY.status, nrow: 10_000, totalRows: 1_000_000, table: { ...READY.status!.table!, sampled: true } },
});
const NOTHING: Attempts = { obsoleteTasks: [] };
/** Output of a task that parsed the file. */
export const ingestOutput = {
  table: { key: "datasets/uid-of-furnace/t/b/table.parquet", sha256: "c".repeat(64), size: 100 },
  document: "t.b",
  summary: { nrow: 100, totalRows: 200, columnCount: 3 },
};
/** Returns the attempts at the work that is due, of which the latest has this result or job. */
export function attemptsWith(
  need: PendingDatasetWork,
  { result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job>; number?: number } = {},
): Attempts {
  const { taskNamePrefix, input } = need.due!;
  const name = `${taskNamePrefix}${number}`;
  return {
    latest: { number, task: aTask(name, input, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

/** Plans a dataset, with its actions as words. It expects the status to match its schema. */
export function planOf(dataset: Resource<"Dataset">, attemptsOf: (need: PendingDatasetWork) => Attempts = () => NOTHING) {
  const need = pendingDatasetWork(dataset);
  const plan = planDataset(dataset, need, attemptsOf(need), clock);
  expect(datasetStatus.parse(plan.status)).toEqual(plan.status);
  return { ...plan, actions: plan.actions.map((action) => action.do), step: need.due?.kind };
}

export const success = (output: unknown): TaskResult => ({ status: "success", attempt: "b", finishedAt: NOW, output });
