/** Trainings for tests: their dataset, the results of their tasks, and their plans. */
import { CANCEL_ANNOTATION, type Clock, type Job, type ModelStatus, modelStatus, type Resource, type TaskResult } from "@agatha/contracts";
import { pendingDatasetWork } from "../dataset/plan.js";
import { datasetReadiness } from "../dataset/readiness.js";
import { pendingTraining, planModel } from "../model/plan.js";
import type { Attempts } from "../tasks/attempts.js";
import { aDataset, aModel, aReadyDataset, aTask, clock, NOW } from "./objects.js";

/** A dataset that is ready. */
export const DATASET = aReadyDataset(pendingDatasetWork(aDataset()).fingerprint);
/** No attempt at a training. */
export const NOTHING: Attempts = { obsoleteTasks: [] };
export const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
/** Output of a finished training. */
export const output = {
  artifact: { key: "models/uid-of-hardness/t/a/model.bin", sha256: "d".repeat(64), size: 10 },
  info: "t.a",
  predictions: "models/uid-of-hardness/t/a/predictions.json",
  indicators: { RMSE: 4, R2: null },
  trainIndicators: { RMSE: 1 },
  baseline: { RMSE: 9 },
  heldOutRows: 20,
};
export const success: TaskResult = { status: "success", attempt: "a", finishedAt: "2024-05-01T09:00:00.000Z", output };
export const refused: TaskResult = {
  status: "fail",
  attempt: "a",
  finishedAt: NOW,
  reason: "010503",
  message: "No such column.",
  detail: [],
};
/** Status of a trained model. */
export const SUCCESS: ModelStatus = {
  phase: "success",
  fingerprint: "whatever",
  artifact: { ...output.artifact, info: "t.a", predictions: output.predictions },
};

/** Task of the training of the model `hardness` on the dataset. */
export const INPUT = {
  kind: "train",
  table: DATASET.status!.table!.key,
  tableDocument: "t.a",
  sampling: "raw",
  timezone: "UTC",
  model: aModel().spec,
} as const;

/** Returns the training that is due for a model beside this dataset. */
export const pendingOf = (
  model: Resource<"Model">,
  dataset: Resource<"Dataset"> | undefined = DATASET,
): ReturnType<typeof pendingTraining> => pendingTraining(model, datasetReadiness(model, dataset));

/** Returns the attempts at the training of the model `hardness`, of which the latest has this result or job. */
export function attemptsWith({
  result,
  job,
  number = 1,
}: {
  result?: TaskResult;
  job?: Partial<Job> | undefined;
  number?: number;
}): Attempts {
  const name = `${pendingOf(aModel()).taskNamePrefix}${number}`;
  return {
    latest: { number, task: aTask(name, INPUT, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

export interface ModelCase {
  model?: Resource<"Model">;
  dataset?: Resource<"Dataset"> | undefined;
  attempts?: Attempts;
}

/** Plans a model beside this dataset at this time. */
export function planModelOf(model: Resource<"Model">, dataset: Resource<"Dataset"> | undefined, attempts: Attempts, at: Clock) {
  const readiness = datasetReadiness(model, dataset);
  return planModel(model, { readiness, pending: pendingTraining(model, readiness), attempts }, at);
}

/** Plans a model, with its actions as words. It expects the status to match its schema. */
export function planOf({ model = aModel(), attempts = NOTHING, ...rest }: ModelCase) {
  const plan = planModelOf(model, "dataset" in rest ? rest.dataset : DATASET, attempts, clock);
  expect(modelStatus.parse(plan.status)).toEqual(plan.status);
  return { ...plan, actions: plan.actions.map((action) => action.do) };
}

/** Returns a dataset that has no table in use, with this status. */
export const unready = (status: Resource<"Dataset">["status"]) => aDataset({ status: { observedGeneration: 1, ...status } });
