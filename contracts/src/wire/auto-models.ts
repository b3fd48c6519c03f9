import { z } from "zod";
import { autoModelMode, autoModelSpec, autoModelStatus, clusterCounts, endedEarly, rankBy } from "../kinds/auto-model.js";
import { autoModelLimits } from "../kinds/auto-model-limits.js";
import { productType } from "../kinds/dataset.js";
import { ENABLING_MODES } from "../kinds/enabling-mode.js";
import { indicators } from "../kinds/metrics.js";
import { modelPhase } from "../kinds/model.js";
import { modelType } from "../kinds/model-type.js";
import { datasetRole } from "./datasets.js";
import { createModelRequest } from "./models.js";
import { id, isoDateTime } from "./shared.js";
import { requestedOptions } from "./training-options.js";

const { models, seconds } = autoModelLimits.unwrap().shape;

export const createAutoModelRequest = z.object({
  mode: autoModelMode,
  response: createModelRequest.shape.response,
  model_type: modelType.optional().describe("When left out, the mode and the response's type decide."),
  limit: z
    .union([models.unwrap(), z.object({ models: models.unwrap().optional(), seconds: seconds.unwrap().optional() })])
    .optional()
    .describe("Largest number of models to try, or this number and the time in seconds."),
  enabling: z
    .enum(ENABLING_MODES)
    .optional()
    .describe(
      "Which models are enabled at the end. When left out, the account's api_enable_mode decides. Users who are not managers may choose only this mode or manual.",
    ),
  rank_by: autoModelSpec.shape.rankBy,
  columns: createModelRequest.shape.columns.describe(
    "When left out: all usable columns, except those that name the row or give the answer away.",
  ),
  candidates: z
    .array(z.object({ layers: createModelRequest.shape.layers.unwrap() }))
    .min(1)
    .max(30)
    .optional()
    .describe("What MANUAL tries."),
  clusters: clusterCounts
    .unwrap()
    .optional()
    .describe("Numbers of clusters to try, each at most a fifth of the rows. When left out: 2 to 6, as far as the rows allow them."),
  time_series_params: createModelRequest.shape.time_series_params,
  validation: autoModelSpec.shape.validation,
  ...requestedOptions.shape,
  language: autoModelSpec.shape.language,
  seed: createModelRequest.shape.seed,
  use_extraction: createModelRequest.shape.use_extraction.describe(
    "Whether the models learn from the rows after the dataset's enabled edit history. Later changes of the history do not matter.",
  ),
  resources: createModelRequest.shape.resources.describe(
    "What each training may use, and where it runs and waits in a cluster. Only managers may choose it.",
  ),
});
export type CreateAutoModelRequest = z.infer<typeof createAutoModelRequest>;

export const createAutoModelAnswer = z.object({
  id,
  model_type: modelType.nullable(),
  message: z
    .string()
    .nullable()
    .describe(
      "Given for a response of few different numbers without a model_type: how the numbers are interpreted, and how to choose otherwise.",
    ),
});

export const autoModelAnswer = z.object({
  id,
  dataset_id: id,
  dataset_name: z.string(),
  dataset_title: z.string(),
  product_type: productType,
  mode: autoModelMode,
  model_type: modelType.nullable().describe("Null until the dataset is known."),
  response: z.string().nullable(),
  use_extraction: z.boolean().describe("Whether the models learn from rows of an edit history."),
  status: autoModelStatus.shape.phase.unwrap(),
  model_id: id.nullable().describe("The best model, once all are ranked."),
  models: z
    .array(
      z.object({
        id,
        name: z.string(),
        title: z.string(),
        algorithms: z.array(z.string()),
        status: modelPhase,
        indicators,
        before_decision: z
          .boolean()
          .describe("Whether a decision has been stored on the model since. The figures and the rank are those without it."),
        earlier_rows: z
          .boolean()
          .describe(
            "Whether its figures are about other rows than the best model's: it learned before the dataset's rows last changed, or other rows were held out. It then has no rank.",
          ),
        tied: z.boolean().describe("Whether its figure differs from the best model's by no more than chance; false until all are ranked."),
        ended_early: endedEarly.nullable(),
      }),
    )
    .describe("The models so far, the best first."),
  not_tried: z
    .array(z.string())
    .describe(
      "Methods that were not tried because of a limit, or because somebody ended the training first; empty until all models are ranked.",
    ),
  expected: autoModelStatus.shape.expected
    .unwrap()
    .nullable()
    .describe(
      "The best model's figure, corrected for its choice among several (bootstrap bias-corrected cross-validation), with its 95 % interval. Null until all models are ranked, and if there is nothing to correct.",
    ),
  validation: autoModelSpec.shape.validation
    .unwrap()
    .nullable()
    .describe("Which rows are held out together; null means auto for models of a response."),
  left_out: z.array(z.object({ column: z.string(), reason: z.string() })),
  rank_by: rankBy.nullable().describe("What the models are ranked by; null until the dataset is known."),
  limits: z.object({ models: z.int(), seconds: z.int() }),
  enabling: z.enum(ENABLING_MODES),
  enabling_message: z.string().nullable().describe("Outcome of enabling."),
  cancelled: z.boolean().describe("Whether somebody asked to end it."),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  owner_id: z.string(),
  role: datasetRole,
  created_at: isoDateTime,
  started_at: isoDateTime.nullable(),
  finished_at: isoDateTime.nullable(),
});
export type AutoModelAnswer = z.infer<typeof autoModelAnswer>;

/** Cancels the models still in training. Finished models count. */
export const autoModelPatch = z.object({ cancelled: z.literal(true) });

export const createAutoJobRequest = createAutoModelRequest.extend({ dataset_id: id });
/** The auto job of the specification, section 3. */
export const autoJobAnswer = autoModelAnswer.pick({ id: true, status: true, model_id: true });
export type AutoJobAnswer = z.infer<typeof autoJobAnswer>;
