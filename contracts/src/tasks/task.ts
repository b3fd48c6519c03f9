/**
 * The task document contains everything that a trainer needs. The operator writes it before it launches the job of the same name.
 * The trainer writes objects under `{outputPrefix}/{attempt}/` and publishes its result by one compare-and-set on this document.
 * A second trainer finds the result and stops without an error.
 */
import { z } from "zod";
import { fileFault } from "../errors/file-faults.js";
import { classDecision } from "../kinds/class-decision.js";
import { datasetSpec, samplingMethod } from "../kinds/dataset.js";
import { evaluationModelStatus } from "../kinds/evaluation.js";
import { editStepsRef, objectKey, sha256 } from "../kinds/meta.js";
import { indicators, metricIntervals } from "../kinds/metrics.js";
import { modelSpec } from "../kinds/model.js";
import { optimizationRequest } from "../kinds/optimization.js";
import { modelRecipe } from "../kinds/recipe.js";
import { heldOutBy } from "../kinds/row-validation.js";
import { readLike, sourceFile } from "../kinds/source.js";
import { timeSeriesParams } from "../kinds/time-series.js";
import type { ObjectKey } from "../ports/object-store.js";
import { tableDescription } from "../results/table.js";

/** Parses the file, samples rows, and writes Parquet and the table's description. */
const ingestTask = z.object({
  kind: z.literal("ingest"),
  source: sourceFile,
  timezone: z.string(),
  productType: datasetSpec.shape.productType,
  sampling: datasetSpec.shape.sampling,
  columns: datasetSpec.shape.columns,
  /**
   * Overrides of columns that the file lacks are ignored: who uses the table reports missing columns, and a file that is read again may
   * have others.
   */
  columnsMayLack: z.boolean().optional(),
  like: readLike.optional(),
  /** Also runs the data check. A separate job would have to open the table again. */
  check: z.boolean().optional(),
  /** sample: for a long file with a random sample in use, the rows of that sample suffice; a later task requests all rows. */
  rows: z.enum(["sample", "all"]).optional(),
  /** All rows after a sample: description of the sample's table, whose types the columns get. What is of another type is missing. */
  sampleDocument: z.string().optional(),
});

/** Looks for problems in the columns of an ingested table. */
const checkTask = z.object({
  kind: z.literal("check"),
  table: objectKey,
  tableDocument: z.string(),
  /** Which rows are in use; absent in tasks of earlier versions. */
  sampling: samplingMethod.optional(),
});

/** Makes a profiling report of the rows in use, or of the rows after the dataset's edit history. */
const profileTask = z.object({
  kind: z.literal("profile"),
  table: objectKey,
  /** Description of the table; absent in tasks of earlier versions. */
  tableDocument: z.string().optional(),
  /** Rows in the file. */
  totalRows: z.int().min(0),
  sampling: samplingMethod,
  /** IANA time zone that defines days. */
  timezone: z.string(),
  /** Edit steps to apply to the rows first. */
  extraction: editStepsRef.optional(),
  /** A different request makes a different task. */
  request: z.string(),
});

/** Trains, evaluates and saves a model. */
const trainTask = z.object({
  kind: z.literal("train"),
  table: objectKey,
  tableDocument: z.string(),
  /** The model trains on the rows in use. */
  sampling: samplingMethod,
  /** The dataset's IANA time zone, for times without an offset in prediction requests. */
  timezone: z.string(),
  model: modelRecipe.extend({ extraction: modelSpec.shape.extraction }),
});

/** Predicts the rows of a table, or a list of records. */
const predictTask = z.object({
  kind: z.literal("predict"),
  model: objectKey,
  /** How classes are chosen; the likeliest when left out. */
  decision: classDecision.optional(),
  rows: z.union([
    z.object({
      table: objectKey,
      tableDocument: z.string(),
      sampling: samplingMethod,
      /** Edit steps to apply to the rows first, and the IANA time zone that defines the dataset's days. */
      extraction: z.object({ id: editStepsRef, timezone: z.string() }).optional(),
      /** Time series: what makes its inputs from the rows, and the IANA time zone that defines the dataset's days. */
      series: timeSeriesParams.extend({ response: z.string(), timezone: z.string() }).optional(),
    }),
    z.object({
      records: objectKey,
      /** Time series: what makes its inputs from records as the table has them. Times are in the model's time zone. */
      series: timeSeriesParams.extend({ response: z.string() }).optional(),
    }),
  ]),
});

/** Searches for the settings that reach the goals. */
const optimizeTask = z.object({
  kind: z.literal("optimize"),
  model: objectKey,
  /** Edit steps that made the rows that the model learned from. */
  extraction: editStepsRef.optional(),
  /** Other models that goals name. */
  others: z.array(z.object({ name: z.string(), artifact: objectKey, extraction: editStepsRef.optional() })).optional(),
  request: optimizationRequest,
});

/** Compares trained models on test rows. */
const evaluateTask = z.object({
  kind: z.literal("evaluate"),
  table: objectKey,
  tableDocument: z.string(),
  sampling: samplingMethod,
  /** IANA time zone of times without an offset. */
  timezone: z.string(),
  /** Edit steps to apply to the test rows before prediction. */
  extraction: editStepsRef.optional(),
  /** Document that describes the columns that the models were trained with. */
  trainingDocument: z.string(),
  models: z.array(
    z.object({
      name: z.string(),
      artifact: objectKey,
      /** Document with the model's description, which has its thresholds. */
      info: z.string(),
      /** Column of the test rows that contains the response or marks known anomalies. */
      actual: z.string().optional(),
      timeSeries: modelSpec.shape.timeSeries,
      decision: classDecision.optional(),
    }),
  ),
});

const taskInput = z.discriminatedUnion("kind", [ingestTask, checkTask, profileTask, trainTask, evaluateTask, predictTask, optimizeTask]);
export type TaskInput = z.infer<typeof taskInput>;
/** Returns the keys of the objects that a task reads. A key that ends with `/*` stands for all objects below. */
export function objectsReadBy(input: TaskInput): ObjectKey[] {
  switch (input.kind) {
    case "ingest":
      return [input.source.key];
    case "check":
    case "profile":
    case "train":
      return [input.table];
    case "evaluate":
      // Digests of the rows that a model learned from are beside its artifact.
      return [input.table, ...input.models.map(({ artifact }) => `${artifact.slice(0, artifact.lastIndexOf("/"))}/*`)];
    case "predict":
      return [input.model, "records" in input.rows ? input.rows.records : input.rows.table];
    case "optimize":
      return [input.model, ...(input.others ?? []).map(({ artifact }) => artifact)];
  }
}
export type TaskKind = TaskInput["kind"];

const storedObject = z.object({ key: objectKey, sha256, size: z.int().min(0) });

const checkOutput = z.object({ document: z.string(), naAlert: z.boolean(), flaggedColumns: z.int() });

/** Outputs of each kind of task. They refer to documents by id. */
export const taskOutputs = {
  ingest: z.object({
    table: storedObject,
    document: z.string(),
    summary: tableDescription.pick({ nrow: true, totalRows: true }).extend({ columnCount: z.int() }),
    /** True if the table contains only the rows of the sample. */
    sampled: z.boolean().optional(),
    /** Present if requested. */
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
    /** 0 in results of a program older than this field. */
    heldOutRows: z.int().min(0).default(0),
    heldOutBy: heldOutBy.optional(),
    intervals: metricIntervals.optional(),
    baselineIntervals: metricIntervals.optional(),
    baselineDifferences: metricIntervals.optional(),
  }),
  /** One entry per model, in the requested order: its figures, or why there are none. */
  evaluate: z.object({ document: z.string(), models: z.array(evaluationModelStatus.omit({ fingerprint: true, document: true })) }),
  /** `rows`: the number of rows predicted, or of settings found. */
  predict: z.object({ result: storedObject, rows: z.int().min(0) }),
  optimize: z.object({ result: storedObject, rows: z.int().min(0) }),
} satisfies Record<TaskKind, z.ZodType>;
export type TaskOutput<K extends TaskKind> = z.infer<(typeof taskOutputs)[K]>;

const taskResult = z.discriminatedUnion("status", [
  z.object({ status: z.literal("success"), attempt: z.string(), finishedAt: z.iso.datetime(), output: z.unknown() }),
  z.object({
    status: z.literal("fail"),
    attempt: z.string(),
    finishedAt: z.iso.datetime(),
    /** A user error: a code of the catalogue, never retried. After a platform error the job fails without a result. */
    reason: z.string(),
    message: z.string(),
    detail: z.array(z.object({ path: z.string(), message: z.string(), fault: fileFault.optional() })),
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
  /** Prefix of the task's objects, with a folder for each attempt. */
  outputPrefix: objectKey,
  createdAt: z.iso.datetime(),
  /** Attempts before this one that failed, without those that could not save something. Absent in tasks of an older program. */
  failures: z.int().min(0).optional(),
  /** Trace that the task belongs to, as a header of this name tells it. */
  traceparent: z.string().optional(),
  result: taskResult.optional(),
});
export type Task = z.infer<typeof taskDocument>;
