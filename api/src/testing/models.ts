/** Datasets and trained models for the tests of this package, and a model that predicts a weighted sum. */
import { randomUUID } from "node:crypto";
import {
  API_VERSION,
  COLLECTIONS,
  type ColumnType,
  effectiveSourceFile,
  FINALIZER,
  type HeldOutPredictions,
  InvalidInput,
  type ModelInfo,
  type ModelInput,
  type ModelSpec,
  type NewResource,
  type ProductType,
  type Resource,
  type TableColumn,
  type User,
} from "@agatha/contracts";
import { fingerprintOf, ingestTask } from "@agatha/contracts/tasks/fingerprint";
import { rowColumnsOf, type ServingModel, type Table } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import { createModelCache, type ModelCache } from "../serving/model-cache.js";

export type ColumnTypes = Record<string, ColumnType>;
const STATS = { missing: 0, unique: 9, min: 0, max: 10, mean: 5, std: 2, quantiles: [], histogram: [], top: [], integer: false };

interface DatasetOptions {
  owner: User;
  name?: string;
  productType?: ProductType;
  columns?: ColumnTypes;
  hidden?: string[];
  /** Columns without any value according to the data check. */
  empty?: string[];
  ready?: boolean;
}

/** Adds a dataset, parsed and checked unless `ready` is false. */
export async function addDataset(deps: ApiDeps, dataset: DatasetOptions): Promise<Resource<"Dataset">> {
  const {
    owner,
    productType = "quality",
    columns = { x: "n", y: "n", kind: "s", at: "d" },
    hidden = [],
    empty = [],
    ready = true,
  } = dataset;
  const name = `d${randomUUID()}`;
  const made = await deps.resources.create("Dataset", {
    metadata: { name, finalizers: [FINALIZER] },
    spec: {
      displayName: dataset.name ?? "Oven",
      owner: owner.id,
      productType,
      source: { key: `datasets/${name}/source`, sha256: "0".repeat(64), size: 1, fileName: "oven.csv", format: "csv" },
    },
  });
  if (!ready) return made;
  const datasetUid = made.metadata.uid;
  const described = Object.entries(columns).map(
    ([column, type], colIndex): TableColumn => ({
      uid: `c${colIndex}`,
      name: column,
      label: column,
      type,
      originalType: type,
      colIndex,
      hidden: hidden.includes(column),
      stats: empty.includes(column) ? { ...STATS, unique: 0 } : STATS,
    }),
  );
  await deps.documents.collection(COLLECTIONS.tables).insert({
    id: `${name}-table`,
    datasetUid,
    table: { columns: described, nrow: 100, totalRows: 100, encoding: "utf-8", delimiter: ",", decimal: "." },
  });
  await deps.documents.collection(COLLECTIONS.checks).insert({
    id: `${name}-check`,
    datasetUid,
    check: {
      na_alert: false,
      check_table: described.map(({ name: column, type }) => ({
        name: column,
        type,
        quality: 1,
        all_na: empty.includes(column),
        flags: {},
        missing: 0,
        unique: 9,
      })),
    },
  });
  const fingerprint = fingerprintOf(ingestTask(made, effectiveSourceFile(made)!));
  return await deps.resources.updateStatus("Dataset", {
    ...made,
    status: {
      observedGeneration: made.metadata.generation,
      phase: "evaluating_finish",
      fingerprint,
      table: { key: `datasets/${name}/table`, sha256: "0".repeat(64), document: `${name}-table`, fingerprint },
      check: { document: `${name}-check`, naAlert: false, flaggedColumns: empty.length },
    },
  });
}

/** Returns a numeric input with the range 0 to 10. */
export const numericInput = (name: string): ModelInput => ({ name, type: "n", min: 0, max: 10, typical: 5, integer: false, levels: [] });

export const textInput = (name: string, levels: string[]): ModelInput => ({
  name,
  type: "s",
  min: null,
  max: null,
  typical: null,
  integer: false,
  levels,
});

/** Returns a model whose inputs have their position in the list as weight, from 1. */
export function loadWeightedSum(bytes: Uint8Array): ServingModel {
  const inputs = JSON.parse(Buffer.from(bytes).toString()) as ModelInput[];
  const cell = (record: Record<string, unknown>, name: string): number => (Object.hasOwn(record, name) ? Number(record[name]) : 0);
  const recordsOf = ({ nrow, columns }: Table): Record<string, unknown>[] =>
    Array.from({ length: nrow }, (_, row) =>
      Object.fromEntries(
        columns.map((column) => [column.name, column.type === "s" || Number.isNaN(column.values[row]) ? 0 : column.values[row]]),
      ),
    );
  const model: ServingModel = {
    inputs,
    timezone: "UTC",
    type: "REGRESSION",
    response: "y",
    algorithms: [],
    labels: [],
    coordinates: () => [],
    hasForecast: false,
    rowColumns: (formats) => rowColumnsOf(inputs, { timezone: "UTC", ...formats })(),
    predict: (records, options) => model.predictTable(model.toTable(records), options),
    toTable(records) {
      const columns = model.rowColumns();
      for (const [i, record] of records.entries()) {
        for (const [name, cell] of Object.entries(record)) {
          const column = columns.find(name);
          if (column) columns.set(column, cell as number);
        }
        if (columns.endRow()) continue;
        throw new InvalidInput("010602", { path: `data[${i}]`, message: "has no value for any column of the model" });
      }
      return columns.take();
    },
    predictTable(table, { outside = false, explain = false } = {}) {
      const records = recordsOf(table);
      const sums = records.map((record) => inputs.reduce((sum, { name }, i) => sum + (i + 1) * cell(record, name), 0));
      const value = sums.map((sum) => (Number.isFinite(sum) ? sum : null));
      return {
        value,
        ...(explain && {
          varimp: records.map((record) => Object.fromEntries(inputs.map(({ name }, i) => [name, (i + 1) * cell(record, name)]))),
          explanation: { of: "value", method: "linear", base: sums.map(() => 0), prediction: sums },
        }),
        ...(outside && {
          outside: records.map((record) => inputs.flatMap(({ name, max }) => (cell(record, name) > (max ?? 0) ? [name] : []))),
        }),
      };
    },
  };
  return model;
}

/** Returns a cache of stored lists of inputs, each of which predicts as `loadWeightedSum` does. */
export const stubModelCache = ({ objects }: Pick<ApiDeps, "objects">): ModelCache =>
  createModelCache({ objects, load: loadWeightedSum, maxBytes: 1_000_000 });

interface ModelOptions {
  dataset: Resource<"Dataset">;
  inputs?: ModelInput[];
  spec?: Partial<ModelSpec>;
  /** Further fields of a trained model's info. */
  info?: Partial<ModelInfo>;
  predictions?: HeldOutPredictions;
}

/** Adds a model that waits for its training. */
export async function addModel(deps: ApiDeps, { dataset, spec = {} }: ModelOptions): Promise<Resource<"Model">> {
  const { name, uid } = dataset.metadata;
  const made: NewResource<"Model"> = {
    metadata: {
      name: `m${randomUUID()}`,
      finalizers: [FINALIZER],
      ownerReferences: [{ apiVersion: API_VERSION, kind: "Dataset", name, uid }],
    },
    spec: {
      displayName: "Model",
      owner: dataset.spec.owner,
      datasetRef: name,
      type: "REGRESSION",
      response: "y",
      layers: [{ nodes: [{ algorithm: "XGB" }] }],
      ...spec,
    },
  };
  return await deps.resources.create("Model", made);
}

/** Adds a model trained to the weighted sum of its inputs; x by default. */
export async function addTrainedModel(deps: ApiDeps, model: ModelOptions): Promise<Resource<"Model">> {
  const { inputs = [numericInput("x")], predictions = { rows: [3], actual: [1], prediction: { value: [2] } } } = model;
  const made = await addModel(deps, model);
  const { name, uid } = made.metadata;
  const bytes = Buffer.from(JSON.stringify(inputs));
  const { key, sha256, size } = await deps.objects.put(`models/${name}/artifact`, bytes);
  await deps.objects.put(`models/${name}/predictions`, Buffer.from(JSON.stringify(predictions)));
  await deps.documents.collection(COLLECTIONS.modelInfos).insert({
    id: `${name}-info`,
    modelUid: uid,
    info: { ...modelInfo(inputs), ...model.info },
    graph: { nodes: [{ id: "x", kind: "column", label: "x", layer: 0 }], edges: [] },
  });
  return await deps.resources.updateStatus("Model", {
    ...made,
    status: {
      phase: "success",
      indicators: { RMSE: 1.5 },
      artifact: { key, sha256, size, info: `${name}-info`, predictions: `models/${name}/predictions` },
    },
  });
}

function modelInfo(inputs: ModelInput[]): ModelInfo {
  return {
    type: "REGRESSION",
    response: "y",
    algorithms: ["XGB"],
    inputs,
    validation: { method: "holdout", folds: 1, trainRows: 80, heldOutRows: 20 },
    indicators: { RMSE: 1.5 },
    spread: {},
    train_indicators: {},
    baseline: {},
    baseline_kind: "mean",
    importance: [],
    importance_measure: "RMSE",
    warnings: [],
  };
}

/** Sets a status, as an operator does when the spec changes or a phase is reached. */
export async function setModelStatus(deps: ApiDeps, name: string, status: Resource<"Model">["status"]): Promise<Resource<"Model">> {
  const model = await deps.resources.get("Model", name);
  return await deps.resources.updateStatus("Model", { ...model!, status: { ...model!.status, ...status } });
}

/** Enables the API without checks, with the result of a manager's PATCH. */
export async function enableApi(deps: ApiDeps, name: string, apiEnabled = true): Promise<void> {
  const model = await deps.resources.get("Model", name);
  await deps.resources.update("Model", { ...model!, spec: { ...model!.spec, apiEnabled } });
}
