import {
  API_VERSION,
  type AutoModelSpec,
  type AutoModelStatus,
  autoModelSpec,
  type CalculationStatus,
  type Condition,
  type DatasetStatus,
  type EvaluationStatus,
  FINALIZER,
  type ModelStatus,
  type ObjectMeta,
  type Resource,
  type Task,
  type TaskInput,
  type TaskResult,
  withDeletedAnnotation,
} from "@agatha/contracts";

export const NOW = "2024-05-01T08:00:00.000Z";
export const clock = { now: () => Date.parse(NOW) };

function meta(name: string, changes: Partial<ObjectMeta>): ObjectMeta {
  return {
    name,
    namespace: "default",
    uid: `uid-of-${name}`,
    resourceVersion: "1",
    generation: 1,
    creationTimestamp: NOW,
    finalizers: [FINALIZER],
    ...changes,
  };
}

/** Metadata after a user's deletion, which can still be undone. */
export function softDeleted({ metadata }: { metadata: ObjectMeta }): ObjectMeta {
  return { ...metadata, annotations: withDeletedAnnotation(metadata, NOW) };
}

interface ResourceOverrides<S, T> {
  metadata?: Partial<ObjectMeta>;
  spec?: Partial<S>;
  status?: T | undefined;
}

/** Returns a dataset that is not parsed yet, unless a status is given. */
export function aDataset({
  metadata = {},
  spec = {},
  status,
}: ResourceOverrides<Resource<"Dataset">["spec"], DatasetStatus> = {}): Resource<"Dataset"> {
  return {
    apiVersion: API_VERSION,
    kind: "Dataset",
    metadata: meta("furnace", metadata),
    spec: {
      displayName: "Furnace",
      owner: "u1",
      productType: "quality",
      source: { key: "uploads/furnace.csv", sha256: "a".repeat(64), size: 9, fileName: "furnace.csv", format: "csv" },
      timezone: "UTC",
      columns: [],
      ...spec,
    },
    ...(status && { status }),
  };
}

/** A dataset whose spec is fully processed. */
export function aReadyDataset(fingerprint: string): Resource<"Dataset"> {
  return aDataset({
    status: {
      observedGeneration: 1,
      phase: "evaluating_finish",
      fingerprint,
      totalRows: 500,
      table: { key: "datasets/uid-of-furnace/t/a/table.parquet", sha256: "b".repeat(64), document: "t.a", fingerprint },
      check: { document: "c.a", naAlert: false, flaggedColumns: 0 },
    },
  });
}

/** Returns the dataset with a long file of which a sample is in use, while its other rows are still being read. */
export function sampled(dataset: Resource<"Dataset">): Resource<"Dataset"> {
  return { ...dataset, status: { ...dataset.status, totalRows: 1_000_000, table: { ...dataset.status!.table!, sampled: true } } };
}

/** Returns the sampled dataset once all rows have been read. */
export function withWhole(dataset: Resource<"Dataset">): Resource<"Dataset"> {
  const whole = { ...dataset.status!.table!, key: "datasets/uid-of-furnace/w/a/table.parquet", document: "w.a" };
  return { ...dataset, status: { ...dataset.status, whole } };
}

/** Returns a regression of the dataset `furnace` by XGB, without a status by default. */
export function aModel({
  metadata = {},
  spec = {},
  status,
}: ResourceOverrides<Resource<"Model">["spec"], ModelStatus> = {}): Resource<"Model"> {
  const owner = { apiVersion: API_VERSION, kind: "Dataset", name: "furnace", uid: "uid-of-furnace" };
  return {
    apiVersion: API_VERSION,
    kind: "Model",
    metadata: meta("hardness", { ownerReferences: [owner], ...metadata }),
    spec: {
      displayName: "Hardness",
      owner: "u1",
      datasetRef: "furnace",
      type: "REGRESSION",
      response: "Hardness",
      layers: [{ nodes: [{ algorithm: "XGB" }] }],
      maxFpr: 1,
      seed: 1,
      apiEnabled: false,
      resources: { memoryMiB: 1024, cpus: 2, deadlineSeconds: 3600 },
      ...spec,
    },
    ...(status && { status }),
  };
}

/** A batch prediction with the model `hardness`. */
export function aCalculation({
  metadata = {},
  spec = {},
  status,
}: ResourceOverrides<Resource<"Calculation">["spec"], CalculationStatus> = {}): Resource<"Calculation"> {
  const owner = { apiVersion: API_VERSION, kind: "Model", name: "hardness", uid: "uid-of-hardness" };
  return {
    apiVersion: API_VERSION,
    kind: "Calculation",
    metadata: meta("tomorrow", { ownerReferences: [owner], ...metadata }),
    spec: { owner: "u1", modelRef: "hardness", type: "batch", rows: "uploads/rows", ttlSecondsAfterFinished: 86400, ...spec },
    ...(status && { status }),
  };
}

/** An evaluation of the model on a file. */
export function anEvaluation({
  metadata = {},
  spec = {},
  status,
}: ResourceOverrides<Resource<"Evaluation">["spec"], EvaluationStatus> = {}): Resource<"Evaluation"> {
  const owner = { apiVersion: API_VERSION, kind: "Dataset", name: "furnace", uid: "uid-of-furnace" };
  return {
    apiVersion: API_VERSION,
    kind: "Evaluation",
    metadata: meta("comparison", { ownerReferences: [owner], ...metadata }),
    spec: {
      owner: "u1",
      datasetRef: "furnace",
      testData: { key: "uploads/may.csv", sha256: "e".repeat(64), size: 9, fileName: "may.csv", format: "csv" },
      models: ["hardness"],
      useExtraction: false,
      suspend: false,
      ...spec,
    },
    ...(status && { status }),
  };
}

/** An automatic training of models of the same dataset. */
export function anAutoModel({
  metadata = {},
  spec = {},
  status,
}: ResourceOverrides<AutoModelSpec, AutoModelStatus> = {}): Resource<"AutoModel"> {
  const owner = { apiVersion: API_VERSION, kind: "Dataset", name: "furnace", uid: "uid-of-furnace" };
  return {
    apiVersion: API_VERSION,
    kind: "AutoModel",
    metadata: meta("search", { ownerReferences: [owner], ...metadata }),
    spec: {
      ...autoModelSpec.parse({ owner: "u1", datasetRef: "furnace", response: "Hardness", mode: "AUTO_REGRESSION" }),
      ...spec,
    },
    ...(status && { status }),
  };
}

/** Returns a task of the model `hardness`, unfinished without a result. */
export function aTask(id: string, input: TaskInput, result?: TaskResult): Task {
  return {
    id,
    version: 1,
    resourceKind: "Model",
    resourceName: "hardness",
    resourceUid: "uid-of-hardness",
    input,
    outputPrefix: `models/uid-of-hardness/${id}`,
    createdAt: NOW,
    ...(result && { result }),
  };
}

/** Conditions that derive from Ready and the job in the same way for every kind. */
const COMMON_CONDITIONS = ["Queued", "Reconciling", "Stalled"];

/** Returns the kind's own conditions such as `Ready=True/Trained`, for compact tables. */
export function conditionSummaries(conditions: Condition[] | undefined): string[] {
  return allConditionSummaries((conditions ?? []).filter(({ type }) => !COMMON_CONDITIONS.includes(type)));
}

/** Returns all conditions in the form `Ready=True/Trained`. */
export function allConditionSummaries(conditions: Condition[] | undefined): string[] {
  return (conditions ?? []).map(({ type, status, reason }) => `${type}=${status}/${reason}`);
}
