/**
 * The task document: all that a trainer needs to know, written by the operator before it launches the job of the same
 * name. The trainer writes objects under `{outputPrefix}/{attempt}/` and publishes its result by one compare-and-set on
 * this document; whoever comes second finds a result and loses cleanly.
 */
import { z } from "zod";
import { datasetSpec, samplingMethod } from "./kinds/dataset.js";
import { evaluationModelStatus } from "./kinds/evaluation.js";
import { editStepsRef, objectKey, sha256 } from "./kinds/meta.js";
import { indicators, modelSpec } from "./kinds/model.js";
import { sourceFile } from "./kinds/source.js";
import { optimizationRequest } from "./optimization.js";
import { tableDescription } from "./table.js";

/** Parses the file, samples, writes Parquet and the table's description. */
export const ingestTask = z.object({
  kind: z.literal("ingest"),
  source: sourceFile,
  timezone: z.string(),
  productType: datasetSpec.shape.productType,
  sampling: datasetSpec.shape.sampling,
  columns: datasetSpec.shape.columns,
  /** Test data: what is said of columns that the file lacks is passed over, since the evaluation tells which are missing. */
  columnsMayLack: z.boolean().optional(),
  /** Do what a check does, too: a job of its own would begin by opening the table again. */
  check: z.boolean().optional(),
  /** sample: of a long file, the rows of a random sample are enough if such a one is in use; all rows are asked for after that. */
  rows: z.enum(["sample", "all"]).optional(),
});

/** Looks for trouble in the columns of an ingested table. */
export const checkTask = z.object({ kind: z.literal("check"), table: objectKey, tableDocument: z.string() });

/** Describes the rows in use, or what the dataset's edit history makes of them, for people. */
export const profileTask = z.object({
  kind: z.literal("profile"),
  table: objectKey,
  /** Of the file. */
  totalRows: z.int().min(0),
  sampling: samplingMethod,
  /** IANA zone: what a day is. */
  timezone: z.string(),
  /** Steps that are carried out on the rows first. */
  extraction: editStepsRef.optional(),
  /** Another request is another task. */
  request: z.string(),
});

/** Trains, evaluates and saves a model. */
export const trainTask = z.object({
  kind: z.literal("train"),
  table: objectKey,
  tableDocument: z.string(),
  /** The rows in use: the model learns from these. */
  sampling: samplingMethod,
  /** The dataset's IANA time zone: of times without an offset in what the model is asked. */
  timezone: z.string(),
  model: modelSpec.pick({
    type: true,
    response: true,
    columns: true,
    layers: true,
    timeSeries: true,
    semilabel: true,
    maxFpr: true,
    seed: true,
    leaveOutLeaks: true,
    tuning: true,
    extraction: true,
  }),
  threads: z.int().min(1),
});

/** Predicts rows: those of a table, or a list of records. */
export const predictTask = z.object({
  kind: z.literal("predict"),
  model: objectKey,
  rows: z.union([
    z.object({
      table: objectKey,
      tableDocument: z.string(),
      sampling: samplingMethod,
      /** Steps that are carried out on the rows first, and the IANA zone of the dataset's days. */
      extraction: z.object({ id: editStepsRef, timezone: z.string() }).optional(),
    }),
    z.object({ records: objectKey }),
  ]),
});

/** Searches for the settings with the best prediction. */
export const optimizeTask = z.object({ kind: z.literal("optimize"), model: objectKey, request: optimizationRequest });

/** Compares trained models on test rows. */
export const evaluateTask = z.object({
  kind: z.literal("evaluate"),
  table: objectKey,
  tableDocument: z.string(),
  sampling: samplingMethod,
  /** IANA zone of times without an offset. */
  timezone: z.string(),
  /** Steps that the test rows go through before the models see them. */
  extraction: editStepsRef.optional(),
  /** Describes the columns that the models were trained with. */
  trainingDocument: z.string(),
  models: z.array(
    z.object({
      name: z.string(),
      artifact: objectKey,
      /** Document with what the model tells: its thresholds. */
      info: z.string(),
      /** Column of the test rows that is predicted, or that marks known anomalies. */
      actual: z.string().optional(),
      timeSeries: modelSpec.shape.timeSeries,
    }),
  ),
});

export const taskInput = z.discriminatedUnion("kind", [
  ingestTask,
  checkTask,
  profileTask,
  trainTask,
  evaluateTask,
  predictTask,
  optimizeTask,
]);
export type TaskInput = z.infer<typeof taskInput>;
export type TaskKind = TaskInput["kind"];

const storedObject = z.object({ key: objectKey, sha256, size: z.int().min(0) });

const checkOutput = z.object({ document: z.string(), naAlert: z.boolean(), flaggedColumns: z.int() });

/** What each kind of task puts out. Documents are referred to by their id. */
export const taskOutputs = {
  ingest: z.object({
    table: storedObject,
    document: z.string(),
    summary: tableDescription.pick({ nrow: true, totalRows: true }).extend({ columnCount: z.int() }),
    /** Whether the table holds the rows of the sample and no others. */
    sampled: z.boolean().optional(),
    /** If it was asked for. */
    check: checkOutput.optional(),
  }),
  check: checkOutput,
  profile: z.object({ report: storedObject }),
  train: z.object({
    artifact: storedObject,
    info: z.string(),
    predictions: objectKey,
    indicators,
    trainIndicators: indicators,
    baseline: indicators,
    /** Of trainings by a program of before this field: 0. */
    heldOutRows: z.int().min(0).default(0),
  }),
  /** A line for each model, in the order asked: figures, or why there are none. */
  evaluate: z.object({ document: z.string(), models: z.array(evaluationModelStatus.omit({ fingerprint: true, document: true })) }),
  /** `rows`: rows predicted, or settings found. */
  predict: z.object({ result: storedObject, rows: z.int().min(0) }),
  optimize: z.object({ result: storedObject, rows: z.int().min(0) }),
} satisfies Record<TaskKind, z.ZodType>;
export type TaskOutput<K extends TaskKind> = z.infer<(typeof taskOutputs)[K]>;

export const taskResult = z.discriminatedUnion("status", [
  z.object({ status: z.literal("success"), attempt: z.string(), finishedAt: z.iso.datetime(), output: z.unknown() }),
  z.object({
    status: z.literal("fail"),
    attempt: z.string(),
    finishedAt: z.iso.datetime(),
    /** The user's fault: a code of the catalogue, never retried. Platform faults publish no result: the job just fails. */
    reason: z.string(),
    message: z.string(),
    detail: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
]);
export type TaskResult = z.infer<typeof taskResult>;

export const taskDocument = z.object({
  id: z.string().min(1).max(63),
  version: z.int().min(1),
  expiresAt: z.iso.datetime().optional(),
  resourceKind: z.string(),
  resourceName: z.string(),
  resourceUid: z.string(),
  input: taskInput,
  /** Objects go under here, in a folder for each attempt. */
  outputPrefix: objectKey,
  createdAt: z.iso.datetime(),
  result: taskResult.optional(),
});
export type Task = z.infer<typeof taskDocument>;
