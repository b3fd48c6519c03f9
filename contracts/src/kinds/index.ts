/** Custom resources: a schema for each kind's spec and status, and its kubectl columns. */
import type { z } from "zod";
import { autoModelSpec, autoModelStatus } from "./auto-model.js";
import { calculationSpec, calculationStatus } from "./calculation.js";
import { datasetSpec, datasetStatus } from "./dataset.js";
import { evaluationSpec, evaluationStatus } from "./evaluation.js";
import type { ObjectMeta } from "./meta.js";
import { modelSpec, modelStatus } from "./model.js";

export * from "./auto-model.js";
export * from "./calculation.js";
export * from "./cel-rule-tree.js";
export * from "./class-decision.js";
export * from "./dataset.js";
export * from "./enabling-mode.js";
export * from "./error-costs.js";
export * from "./evaluation.js";
export * from "./layers.js";
export * from "./limits.js";
export * from "./meta.js";
export * from "./metrics.js";
export * from "./model.js";
export * from "./model-type.js";
export * from "./names.js";
export * from "./namespaced-name.js";
export * from "./optimization.js";
export type { Placement } from "./placement.js";
export * from "./recipe.js";
export * from "./response-limits.js";
export * from "./row-validation.js";
export * from "./sampling.js";
export * from "./source.js";
export * from "./time-series.js";
export * from "./training-ends.js";
export * from "./tuning.js";

export interface PrinterColumn {
  name: string;
  type: "string" | "integer" | "number" | "boolean" | "date";
  jsonPath: string;
  description: string;
  /** Above 0: kubectl shows the column only with `-o wide`. */
  priority?: number;
}

export interface KindDefinition {
  plural: string;
  singular: string;
  shortNames: string[];
  description: string;
  spec: z.ZodType;
  status: z.ZodType;
  columns: PrinterColumn[];
  /** Text fields of the spec that can filter lists. */
  selectableFields: readonly string[];
}

const phase: PrinterColumn = { name: "Phase", type: "string", jsonPath: ".status.phase", description: "Where the object is on its way." };
const age: PrinterColumn = {
  name: "Age",
  type: "date",
  jsonPath: ".metadata.creationTimestamp",
  description: "Time since it was created.",
};
const owner: PrinterColumn = { name: "Owner", type: "string", jsonPath: ".spec.owner", description: "Id of the owner.", priority: 1 };
const ready: PrinterColumn = {
  name: "Ready",
  type: "string",
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
  description: "Whether the object has done what it is for.",
};
const reason: PrinterColumn = {
  name: "Reason",
  type: "string",
  jsonPath: '.status.conditions[?(@.type=="Ready")].reason',
  description: "What it does, what it waits for (Queued, DatasetNotFound), or how it ended (Cancelled, TimeLimitReached, OutOfMemory).",
};
const message: PrinterColumn = {
  name: "Message",
  type: "string",
  jsonPath: '.status.conditions[?(@.type=="Ready")].message',
  description: "The same in words, and what to do.",
  priority: 1,
};
/** Columns of every kind. */
const state = [phase, ready, reason];

export const KINDS = {
  Dataset: {
    plural: "datasets",
    singular: "dataset",
    shortNames: ["dst"],
    description: "A table that was uploaded, parsed and checked.",
    spec: datasetSpec,
    status: datasetStatus,
    selectableFields: ["owner", "visibility"] as const,
    columns: [
      { name: "Display", type: "string", jsonPath: ".spec.displayName", description: "Name in addresses and programs." },
      { name: "Title", type: "string", jsonPath: ".spec.title", description: "Title shown to people instead of the name.", priority: 1 },
      ...state,
      { name: "Rows", type: "integer", jsonPath: ".status.totalRows", description: "Rows in the file." },
      { name: "Columns", type: "integer", jsonPath: ".status.columnCount", description: "Columns in the file." },
      age,
      owner,
      message,
    ],
  },
  Model: {
    plural: "models",
    singular: "model",
    shortNames: ["mdl"],
    description: "A model that is trained on a dataset and can be served.",
    spec: modelSpec,
    status: modelStatus,
    selectableFields: ["owner", "datasetRef"] as const,
    columns: [
      { name: "Display", type: "string", jsonPath: ".spec.displayName", description: "Name in addresses and programs." },
      { name: "Title", type: "string", jsonPath: ".spec.title", description: "Title shown to people instead of the name.", priority: 1 },
      { name: "Dataset", type: "string", jsonPath: ".spec.datasetRef", description: "The Dataset that it learns from." },
      { name: "Type", type: "string", jsonPath: ".spec.type", description: "What the model does." },
      ...state,
      {
        name: "API",
        type: "string",
        jsonPath: '.status.conditions[?(@.type=="Published")].status',
        description: "Whether the open API answers for it.",
      },
      age,
      owner,
      message,
    ],
  },
  AutoModel: {
    plural: "automodels",
    singular: "automodel",
    shortNames: ["am"],
    description: "Models that are trained, ranked and compared automatically.",
    spec: autoModelSpec,
    status: autoModelStatus,
    selectableFields: ["owner", "datasetRef"] as const,
    columns: [
      { name: "Dataset", type: "string", jsonPath: ".spec.datasetRef", description: "The Dataset that the models learn from." },
      { name: "Mode", type: "string", jsonPath: ".spec.mode", description: "Which algorithms are tried." },
      ...state,
      { name: "Best", type: "string", jsonPath: ".status.bestModel", description: "The best model." },
      age,
      owner,
      message,
    ],
  },
  Evaluation: {
    plural: "evaluations",
    singular: "evaluation",
    shortNames: ["eval"],
    description: "A comparison of models on new rows.",
    spec: evaluationSpec,
    status: evaluationStatus,
    selectableFields: ["owner", "datasetRef"] as const,
    columns: [
      { name: "Dataset", type: "string", jsonPath: ".spec.datasetRef", description: "The Dataset whose models are compared." },
      ...state,
      age,
      owner,
      message,
    ],
  },
  Calculation: {
    plural: "calculations",
    singular: "calculation",
    shortNames: ["calc"],
    description: "A large prediction or a search for the best settings.",
    spec: calculationSpec,
    status: calculationStatus,
    selectableFields: ["owner", "modelRef"] as const,
    columns: [
      { name: "Model", type: "string", jsonPath: ".spec.modelRef", description: "The Model that is asked." },
      { name: "Type", type: "string", jsonPath: ".spec.type", description: "What is calculated." },
      ...state,
      age,
      owner,
      message,
    ],
  },
} satisfies Record<string, KindDefinition>;

export type KindName = keyof typeof KINDS;
/** Filters a list to the objects whose spec has these values; undefined matches any value. */
export type FieldSelector<K extends KindName> = { readonly [F in (typeof KINDS)[K]["selectableFields"][number]]?: string };
type SpecOf<K extends KindName> = z.infer<(typeof KINDS)[K]["spec"]>;
export type StatusOf<K extends KindName> = z.infer<(typeof KINDS)[K]["status"]>;

export interface Resource<K extends KindName> {
  apiVersion: string;
  kind: K;
  metadata: ObjectMeta;
  spec: SpecOf<K>;
  status?: StatusOf<K>;
}

/** Input of create. The store fills in the rest. */
export interface NewResource<K extends KindName> {
  metadata: Pick<ObjectMeta, "name"> & Partial<Pick<ObjectMeta, "labels" | "annotations" | "finalizers" | "ownerReferences">>;
  spec: z.input<(typeof KINDS)[K]["spec"]>;
}

export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** Returns true if there is a kind of the name. */
export function isKindName(name: string): name is KindName {
  return Object.hasOwn(KINDS, name);
}

/** Finalizer of objects with stored objects or documents to delete first. */
export const FINALIZER = "agatha.dev/cleanup";

/** A new value on an object that has failed: request to try again. */
export const RETRY_ANNOTATION = "agatha.dev/retry";

/** Trace that the object's jobs belong to, in the form of a header `traceparent` (W3C, Trace Context). */
export const TRACE_ANNOTATION = "agatha.dev/traceparent";

/** With the value "true" on a Model or AutoModel: request to cancel its training. */
export const CANCEL_ANNOTATION = "agatha.dev/cancel";

/**
 * On a Model that an automatic training ended, together with the annotation above: the reason for the model's status. On one whose dataset
 * was deleted: DATASET_DELETED.
 */
export const CANCEL_REASON_ANNOTATION = "agatha.dev/cancel-reason";
/** Reason of a training that goes on when its dataset is restored. */
export const DATASET_DELETED = "DatasetDeleted";

/** Returns true if somebody has asked to cancel the training, or the automatic training. */
export const isCancelled = ({ metadata }: { metadata: Pick<ObjectMeta, "annotations"> }): boolean =>
  metadata.annotations?.[CANCEL_ANNOTATION] === "true";
