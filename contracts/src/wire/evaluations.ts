import { z } from "zod";
import { fileFault } from "../errors/file-faults.js";
import { evaluationPhase, MAX_EVALUATED_MODELS } from "../kinds/evaluation.js";
import { indicators, metricIntervals } from "../kinds/metrics.js";
import { modelType } from "../kinds/model-type.js";
import { drawnUnits, evaluationPredictions, evaluationWarning, knownTestRows } from "../results/evaluation-result.js";
import { classIntervals } from "../results/model-info.js";
import { datasetRole } from "./datasets.js";
import { readingFormFields } from "./reading-fields.js";
import { id, isoDateTime } from "./shared.js";

/** Value for no limit: the models use the thresholds of their training. */
export const MAX_FPR_AS_TRAINED = 999;
export const maxFprQuery = z.object({
  max_fpr: z.coerce
    .number()
    .refine((limit) => (limit >= 0 && limit <= 1) || limit === MAX_FPR_AS_TRAINED, `Must be from 0 to 1, or ${MAX_FPR_AS_TRAINED}`)
    // The rule of the line above, for the OpenAPI document. Generators of clients make a type of its own of `anyOf`.
    .meta({ minimum: 0, maximum: MAX_FPR_AS_TRAINED, not: { exclusiveMinimum: 1, exclusiveMaximum: MAX_FPR_AS_TRAINED } })
    .default(MAX_FPR_AS_TRAINED)
    .describe(
      `Outlier detection: gives the figures for this limit, from 0 to 1, on the share of unlabeled rows flagged, without training; ${MAX_FPR_AS_TRAINED} leaves them as they are.`,
    ),
});

const models = z.array(id).min(1).max(MAX_EVALUATED_MODELS);
const limit = z.number().min(0).max(1);

export const createEvaluationRequest = z.object({
  response: z.string().min(1).max(512).optional().describe("Column that the models predict, or that marks known anomalies."),
  model_id_list: models.describe("Models of this dataset, or of others with the same owner."),
  use_extraction: z
    .boolean()
    .default(false)
    .describe("Whether the test rows go through the dataset's edit history as it is now; refused while no entry is enabled."),
  max_fpr: limit.optional().describe("The models' own thresholds when left out."),
  test_dataset_id: id
    .optional()
    .describe("Instead of an uploaded file: a dataset with the rows to compare on. The evaluation then starts at once."),
});
export type CreateEvaluationRequest = z.output<typeof createEvaluationRequest>;

export const evaluationPatch = z.object({
  model_id_list: models.optional(),
  known_model_id_list: models.optional().describe("The list as it was read. The change is refused if somebody has changed the list since."),
  max_fpr: limit.nullable().optional().describe("Null for the models' own thresholds."),
});
export type EvaluationPatch = z.output<typeof evaluationPatch>;

export const prepareEvaluationInputRequest = z.object({
  // A wrong extension has an error of its own; the pattern serves the OpenAPI document.
  name: z.string().min(1).max(255).describe("Name of the file.").meta({ pattern: "\\.([cC][sS][vV]|[xX][lL][sS][xX]?)$" }),
  size: z.int().min(0),
});

/** Text fields that accompany the file in the multipart body. */
export const evaluationInputFields = readingFormFields;

export const evaluationByModelAnswer = z.object({
  id: id.describe("Id of the model's part of this evaluation. It is the model's own id."),
  model_id: id,
  model_name: z.string(),
  model_deleted: z.boolean().describe("Its name is known for a day after its deletion; after that, the id stands for it."),
  model_title: z.string(),
  dataset_id: id.nullable().describe("The dataset that the model belongs to; null when the model is gone."),
  dataset_title: z.string().nullable().describe("Title of that dataset, also for users with whom it is not shared; null once it is gone."),
  model_type: modelType.nullable().describe("Null when the model is gone."),
  algorithms: z.array(z.string()),
  status: z.enum(["waiting", "success", "fail"]),
  indicators,
  intervals: metricIntervals.describe("95 % intervals of the figures, by the bootstrap over test rows or groups."),
  class_intervals: z
    .record(z.string(), classIntervals)
    .describe("Classification: 95 % intervals of each class's figures against all others, by its label; empty for earlier evaluations."),
  drawn: drawnUnits
    .nullable()
    .describe("What the bootstrap drew: rows, groups, or blocks of rows or groups in order of time; null without intervals."),
  baseline: indicators
    .nullable()
    .describe(
      "Figures of always predicting the mean or the most frequent class of the same rows. Null without a response, and for earlier evaluations.",
    ),
  baseline_intervals: metricIntervals.describe(
    "95 % intervals of the figures of always predicting the mean or the most frequent class of the same rows.",
  ),
  baseline_differences: metricIntervals
    .optional()
    .describe(
      "95 % intervals of the figures minus those of always predicting the mean or the most frequent class of the same rows. Absent for earlier evaluations.",
    ),
  threshold: z.number().nullable().describe("Outlier detection: rows with a higher score are anomalies."),
  rows: z.int().nullable().describe("Test rows that the figures come from."),
  known: knownTestRows.nullable().describe("Test rows that the model knows from its training; null where that is not known."),
  warnings: z.array(evaluationWarning),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});
export type EvaluationByModelAnswer = z.infer<typeof evaluationByModelAnswer>;

export const evaluationAnswer = z.object({
  id,
  dataset_id: id,
  owner_id: z.string(),
  role: datasetRole,
  status: evaluationPhase,
  progress: z.number().min(0).max(1),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  fault: fileFault.nullable().describe("What is wrong with a test file that cannot be read."),
  model_type: modelType.nullable(),
  response: z.string().nullable(),
  model_id_list: z.array(id),
  use_extraction: z.boolean(),
  max_fpr: z.number().nullable().describe("Limit that the figures are for; null for the models' own thresholds."),
  test_file: z.string().nullable(),
  test_dataset_id: id.nullable(),
  test_dataset_title: z
    .string()
    .nullable()
    .describe("Title of that dataset, also for users with whom it is not shared; null once it is gone."),
  test_rows: z.int().nullable().describe("Rows in the test file; null until parsed."),
  evaluation_bymodel: z.array(evaluationByModelAnswer),
  created_at: isoDateTime,
});
export type EvaluationAnswer = z.infer<typeof evaluationAnswer>;

/** Includes at most 10,000 test rows. */
export const evaluationByModelDetail = evaluationByModelAnswer.extend({ result: evaluationPredictions.nullable() });
export type EvaluationByModelDetail = z.infer<typeof evaluationByModelDetail>;
