import { z } from "zod";
import { ERRORS } from "../errors/error-catalogue.js";
import { fieldErrorCodes } from "../errors/validation.js";
import { classDecision } from "../kinds/class-decision.js";
import { productType } from "../kinds/dataset.js";
import { errorCosts } from "../kinds/error-costs.js";
import { language } from "../kinds/language.js";
import { modelLayer } from "../kinds/layers.js";
import { indicators, metricIntervals } from "../kinds/metrics.js";
import { modelPhase, modelSpec } from "../kinds/model.js";
import { modelType } from "../kinds/model-type.js";
import { displayName, title } from "../kinds/names.js";
import { heldOutBy, modelValidation, rowValidation } from "../kinds/row-validation.js";
import { timeSeriesParams } from "../kinds/time-series.js";
import { tuningParams } from "../kinds/tuning.js";
import { modelGraph, modelInfo } from "../results/model-info.js";
import { datasetRole } from "./datasets.js";
import { ownerRefusal } from "./model-api.js";
import { id, isoDateTime } from "./shared.js";
import { requestedOptions } from "./training-options.js";

const modelName = displayName.clone().register(fieldErrorCodes, { code: ERRORS.modelName });

const kindResources = modelSpec.shape.resources.unwrap();

/** Resources of a training in a request. Those that it leaves out have the defaults of the kind, and the longest time suits the search. */
export const trainingResources = kindResources.partial().extend({
  deadlineSeconds: kindResources.shape.deadlineSeconds
    .unwrap()
    .optional()
    .describe("Longest time that the training may take, in seconds. When left out: an hour, or more if the search may take longer."),
});
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
  ...requestedOptions.shape,
  seed: modelSpec.shape.seed.optional(),
  tuning: tuningParams.optional(),
  validation: modelValidation,
  use_extraction: z
    .boolean()
    .optional()
    .describe(
      "Whether the model learns from the rows after the dataset's enabled edit history. Later changes of the history do not matter.",
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
  title: z.string().describe("Shown to people, in any script; the name if there is no title."),
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
    .describe("Which rows the request holds out together; null means any rows, or the latest of a time series."),
  error_costs: errorCosts
    .nullable()
    .describe("What wrong answers cost in the training; null if each costs the same. Figures of other costs are not comparable."),
  status: modelPhase,
  is_processed: z.boolean(),
  progress: z.number().min(0).max(1),
  progress_step: z.string().nullable(),
  queued: z
    .object({ reason: z.string(), message: z.string(), since: isoDateTime })
    .nullable()
    .describe("Why and since when the training waits for its turn, for free resources or for a quota. Null if it does not wait."),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  indicators,
  train_indicators: indicators,
  baseline: indicators,
  intervals: metricIntervals.describe("95 % intervals of the held-out figures, by the bootstrap over held-out rows or groups."),
  baseline_intervals: metricIntervals.describe("95 % intervals of the figures of the baseline on the same rows."),
  baseline_differences: metricIntervals
    .optional()
    .describe(
      "95 % intervals of the held-out figures minus those of the baseline; one that contains 0 may be chance. Absent for earlier models.",
    ),
  decision: classDecision
    .nullable()
    .describe(
      "How every answer of a classifier is chosen from the probabilities. Null for the choice of the training: the likeliest class, or the least expected cost.",
    ),
  before_decision: z
    .boolean()
    .describe(
      "Whether a decision is stored. The figures of the training that depend on the chosen class are still those without it; comparisons follow it.",
    ),
  held_out_rows: z.int().nullable().describe("Number of held-out rows behind the figures; null before there are figures."),
  held_out_by: heldOutBy
    .nullable()
    .describe(
      "Which rows were held out. Figures of models are comparable only if it is the same. Null before there are figures, and if no rows were held out.",
    ),
  api_enable: z.boolean(),
  api_enabled: z.boolean(),
  owner_refusal: ownerRefusal,
  api_token_revoked: z
    .boolean()
    .describe("Whether the API refuses every call although it is enabled, because its token is revoked; false while it is disabled."),
  api_id: id.nullable(),
  api_update_at: isoDateTime.nullable(),
  enabling_message: z
    .string()
    .nullable()
    .describe("Outcome of enabling, if the model was to be enabled as soon as it was trained; null otherwise, and until then."),
  owner_id: z.string(),
  owner_name: z.string(),
  role: datasetRole,
  model_created_at: isoDateTime,
  started_at: isoDateTime.nullable(),
  finished_at: isoDateTime.nullable(),
  size: z.int().nullable().describe("Bytes of the trained model."),
  model_studio: modelPhase.describe("success once there is a report of the model."),
  is_occ: z.boolean(),
  is_supervised_learning: z.boolean(),
  has_time_lag: z.boolean(),
  use_extraction: z.boolean().describe("Whether the model learned from rows of an edit history; the steps are in its record."),
  edit_steps: z
    .string()
    .nullable()
    .describe(
      "Id of the edit steps that made the rows that the model learned from. Models with the same steps have the same id. Null for the rows of the dataset.",
    ),
  dataset_fingerprint: z.string().nullable().describe("Of the table that the model was trained on."),
  rows_fingerprint: z.string().nullable().describe("Of its rows: the same after a new label or a hidden column."),
  sha256: z.string().nullable().describe("Digest of the trained model's bytes."),
  clone_of: id.nullable().describe("The model whose recipe this one repeats."),
  same_bytes: z
    .boolean()
    .nullable()
    .describe(
      "Whether a clone on the same dataset is equal to the model that it repeats, byte for byte; null for other models, and until it is trained.",
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

/** A model in the console's lists. `product_type` has the same name as in datasets, so that one filter fits both lists. */
export const listedModel = managedModelAnswer.extend({ product_type: productType });
export type ListedModel = z.infer<typeof listedModel>;

export const cloneRequest = z.object({
  dataset_id: id.optional().describe("Dataset to train on; the model's own when left out. Its columns must match."),
  name: modelName.optional().describe("When left out: the model's name, followed by Copy if the dataset has a model of that name."),
  title: title.optional().describe("In any script; the model's title and (copy) when left out together with the name."),
  language: language.optional().describe("Language of the word for a copy in the title; en when left out."),
});
export type CloneRequest = z.infer<typeof cloneRequest>;

/** Fields that a change of a model may set. */
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
