import { z } from "zod";
import { ERRORS } from "../errors/error-catalogue.js";
import { fieldErrorCodes } from "../errors/validation.js";
import { classDecision } from "../kinds/class-decision.js";
import { columnType, productType } from "../kinds/dataset.js";
import {
  figureIntervals,
  indicators,
  MAX_HORIZON,
  modelLayer,
  modelPhase,
  modelSpec,
  modelType,
  timeSeriesParams,
  tuningParams,
} from "../kinds/model.js";
import { displayName, title } from "../kinds/names.js";
import { optimizationRequest } from "../kinds/optimization.js";
import { rowValidation } from "../kinds/row-validation.js";
import { modelGraph, modelInfo, predictionResult } from "../results/model-info.js";
import { optimizationResult } from "../results/optimization.js";
import { datasetRole } from "./datasets.js";
import { cell, errorBody, id, isoDateTime, record } from "./shared.js";

const modelName = displayName.clone().register(fieldErrorCodes, { code: ERRORS.modelName });

/** What a request says of a training's resources; what it leaves out has the defaults of the kind. */
export const trainingResources = modelSpec.shape.resources.unwrap().partial();
export type TrainingResources = z.infer<typeof trainingResources>;

export const createModelRequest = z.object({
  name: modelName,
  title: title.optional().describe("In any script, shown instead of the name."),
  model_type: modelType,
  response: z.string().min(1).max(512).optional(),
  columns: z.array(z.string().min(1).max(512)).max(2000).optional().describe("All usable ones when left out."),
  layers: z.array(modelLayer).min(1).max(3).optional().describe("One node of a sensible algorithm when left out."),
  time_series_params: timeSeriesParams
    .extend({ time: timeSeriesParams.shape.time.optional().describe("The dataset's only time column when left out.") })
    .optional(),
  semilabel: modelSpec.shape.semilabel,
  anomaly_value: modelSpec.shape.anomalyValue,
  other_rows: modelSpec.shape.otherRows,
  false_alarms: modelSpec.shape.falseAlarms,
  error_costs: modelSpec.shape.errorCosts,
  max_fpr: modelSpec.shape.maxFpr.optional(),
  seed: modelSpec.shape.seed.optional(),
  tuning: tuningParams.optional(),
  validation: rowValidation.optional().describe(`${rowValidation.description} When left out: random.`),
  use_extraction: z
    .boolean()
    .optional()
    .describe(
      "Whether the model learns from what the dataset's enabled edit history makes of the rows; later changes of it do not matter.",
    ),
  resources: trainingResources
    .optional()
    .describe("What the training may use, and where it runs and waits in a cluster. Only managers may choose it."),
});
export type CreateModelRequest = z.infer<typeof createModelRequest>;

/** Model fields of the specification, section 3. */
export const modelAnswer = z.object({
  id,
  model_id: id,
  name: z.string(),
  model_name: z.string(),
  title: z.string().describe("What people are shown: in any script, the name where there is no title."),
  dataset_id: id,
  dataset_name: z.string(),
  dataset_title: z.string(),
  dataset_product_type: productType,
  model_type: modelType,
  response: z.string().nullable(),
  columns: z.array(z.string()).nullable().describe("Null means all usable ones."),
  layers: z.array(modelLayer),
  algorithms: z.array(z.string()),
  time_series_params: timeSeriesParams.nullable(),
  validation: rowValidation
    .nullable()
    .describe("Which rows were asked to be held out together; null means any rows, and the latest of a time series."),
  status: modelPhase,
  is_processed: z.boolean(),
  progress: z.number().min(0).max(1),
  progress_step: z.string().nullable(),
  queued: z
    .object({ reason: z.string(), message: z.string(), since: isoDateTime })
    .nullable()
    .describe("Why and since when the training waits for its turn, for room or for a quota; null while it runs, and otherwise."),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  indicators,
  train_indicators: indicators,
  baseline: indicators,
  intervals: figureIntervals.describe("95 % intervals of the held-out figures, by the bootstrap over held-out rows or groups."),
  baseline_differences: figureIntervals.describe(
    "95 % intervals of the held-out figures minus those of the baseline; one that contains 0 may be chance.",
  ),
  decision: classDecision
    .nullable()
    .describe(
      "How every answer of a model of classes is chosen from the probabilities; null for the choice that was trained: the likeliest class, or the least expected cost.",
    ),
  before_decision: z
    .boolean()
    .describe(
      "Whether a decision is stored. The figures of the training that depend on the chosen class are those without it then; comparisons follow it.",
    ),
  held_out_rows: z.int().nullable().describe("On how many rows the held-out figures rest; null before there are any."),
  api_enable: z.boolean(),
  api_enabled: z.boolean(),
  api_id: id.nullable(),
  api_update_at: isoDateTime.nullable(),
  enabling_message: z
    .string()
    .nullable()
    .describe("How enabling turned out, where the model was to be enabled as soon as it was trained; null otherwise, and until then."),
  owner_id: z.string(),
  owner_name: z.string(),
  role: datasetRole,
  model_created_at: isoDateTime,
  started_at: isoDateTime.nullable(),
  finished_at: isoDateTime.nullable(),
  size: z.int().nullable().describe("Bytes of the trained model."),
  model_studio: modelPhase.describe("Whether the report of all that the model tells is there: success."),
  is_occ: z.boolean(),
  is_supervised_learning: z.boolean(),
  has_time_lag: z.boolean(),
  use_extraction: z.boolean().describe("Whether the model learned from rows of an edit history; the steps are in its record."),
  dataset_fingerprint: z.string().nullable().describe("Of the table that the model was trained on."),
  sha256: z.string().nullable().describe("Digest of the trained model's bytes."),
  clone_of: id.nullable().describe("The model whose recipe this one repeats."),
  same_bytes: z
    .boolean()
    .nullable()
    .describe(
      "Whether a clone on the same dataset came out as the model that it repeats, to the byte; null for other models, and until it is trained.",
    ),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

/** A model with the usage of its API, over all tokens. */
export const managedModelAnswer = modelAnswer.extend({
  api_calls: z.int().min(0),
  api_rows: z.int().min(0),
  api_last_used_at: isoDateTime.nullable(),
  api_used: z.boolean().describe("Whether the API was ever called."),
});
export type ManagedModelAnswer = z.infer<typeof managedModelAnswer>;

export const cloneRequest = z.object({
  dataset_id: id.optional().describe("Dataset to train on; the model's own when left out. Its columns must match."),
  name: modelName.optional().describe("The model's name and Copy when left out."),
  title: title.optional().describe("In any script; the model's title and (copy) when left out together with the name."),
});
export type CloneRequest = z.infer<typeof cloneRequest>;

/** What a change of a model may have. */
export const modelChanges = z.object({
  name: modelName.optional(),
  title: title.optional(),
  decision: classDecision.nullable().optional().describe(`${classDecision.description} Null removes a stored one.`),
});
export const modelPatch = modelChanges.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
  path: ["title"],
  message: "Is missing: give a title, a name or a decision",
});
export type ModelPatch = z.infer<typeof modelPatch>;

export const modelInfoAnswer = modelInfo;
export const modelGraphAnswer = modelGraph;

export const tokenUse = z.object({
  current: z.boolean().describe("Whether this is the token that holds now; the others were rotated or revoked."),
  calls: z.int().min(0).describe("Requests that were answered."),
  rows: z.int().min(0),
  first_used_at: isoDateTime,
  last_used_at: isoDateTime,
});
export type TokenUse = z.infer<typeof tokenUse>;

export const modelApiAnswer = z.object({
  api_token: z.string().nullable().describe("Null once it is revoked, until a new one is made; the examples then have a placeholder."),
  usage: z
    .array(tokenUse)
    .describe("By token, the one used last first; tokens that were never used are left out. At most a second behind."),
  api_enabled: z.boolean(),
  url: z.string(),
  columns: z.array(z.object({ name: z.string(), type: columnType, example: cell })),
  periods: z
    .int()
    .optional()
    .describe("Models of forecasters: how many next periods the examples ask for, without rows. Rows would continue the series."),
  examples: z.object({ python: z.string(), r: z.string(), go: z.string(), javascript: z.string(), java: z.string(), bash: z.string() }),
});
export type ModelApiAnswer = z.infer<typeof modelApiAnswer>;

export const updateModelApisRequest = z.object({
  api_update_list: z
    .array(z.object({ model_id: id, api_enabled: z.boolean() }))
    .min(1)
    .max(1000),
  product_type: z.union([productType, z.literal("all")]).optional(),
  partial: z
    .boolean()
    .default(false)
    .describe("Whether the changes that are possible are made where others are refused, in the order of the list."),
});
export const updateModelApisAnswer = z.object({
  data: z.array(z.object({ model_id: id, api_enabled: z.boolean(), api_update_at: isoDateTime.nullable() })),
  refused: z
    .array(z.object({ model_id: id, tukey_error: errorBody.shape.tukey_error, message: z.string() }))
    .describe("Models that were not changed, each with its first reason; empty unless partial was asked for."),
});

const rows = z.union([record, z.array(record).min(1).max(10_000)]);

/** A what-if returns its result at once. Other calculations run in the background, and clients poll for them. */
export const calculationRequest = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("whatif"),
    data: rows.optional().describe("Required without periods."),
    periods: z
      .int()
      .min(1)
      .max(MAX_HORIZON)
      .optional()
      .describe(
        "Models that forecast: answers with so many next periods of each series instead of a prediction for each row. Rows give values known ahead, and to forecasters the values since the training.",
      ),
    explain: z.boolean().optional().describe("Whether the answer is to say what each input contributed to it."),
  }),
  z.object({
    type: z.literal("batch"),
    data: rows.optional(),
    dataset_id: id.optional().describe("Instead of data: the rows in use of this dataset."),
    use_extraction: z
      .boolean()
      .optional()
      .describe("With dataset_id: whether the rows are what its enabled edit history makes of them; later changes of it do not matter."),
  }),
  optimizationRequest.extend({ type: z.literal("optimization") }),
]);
export const calculationAnswer = z.object({
  id,
  type: z.enum(["whatif", "batch", "optimization"]),
  status: z.enum(["success", "fail", "is_processed"]),
  progress: z.number().min(0).max(1),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  rows: z.int().nullable().describe("Rows predicted, or settings found."),
  result: z
    .union([predictionResult, optimizationResult])
    .nullable()
    .describe("Of a batch at most the first 10,000 rows; download it for all."),
  optimization: optimizationRequest.optional().describe("Of an optimization: what was asked for."),
  dataset_id: id.optional().describe("Of a batch of a dataset's rows: the dataset."),
  created_at: isoDateTime,
});
export type CalculationAnswer = z.infer<typeof calculationAnswer>;
/** Lists leave results out. */
export const listedCalculation = calculationAnswer.extend({ model_id: id });
export type ListedCalculation = z.infer<typeof listedCalculation>;

/** Prediction for a record as one input after another takes the values of its training range. */
export const responseCurvesRequest = z.object({
  data: record.describe("The record. Each curve changes one of its values and keeps the others."),
  columns: z.array(z.string()).min(1).max(50).describe("The inputs that are changed, one at a time."),
  label: z.string().optional().describe("Classification: the class whose probability is asked for; else the one predicted for the record."),
});
export type ResponseCurvesRequest = z.infer<typeof responseCurvesRequest>;
export const responseCurvesAnswer = z.object({
  of: z.enum(["value", "probability", "score", "cluster"]).describe("What the values of the curves are; clusters are numbered from 1."),
  label: z.string().optional().describe("Classification: the class of the probability."),
  curves: z.array(
    z.object({
      column: z.string(),
      grid: z
        .array(z.union([z.number(), z.string()]))
        .describe("Values over the training range, dates in milliseconds since the epoch, or the most frequent levels."),
      values: z.array(z.number().nullable()).describe("One for each value of the grid; null where the model predicts nothing."),
      intervals: predictionResult.shape.interval,
    }),
  ),
});
export type ResponseCurvesAnswer = z.infer<typeof responseCurvesAnswer>;
