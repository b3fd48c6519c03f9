import { z } from "zod";
import { autoModelLimits, CLUSTER_COUNTS } from "./auto-model-limits.js";
import { ENABLING_MODES } from "./enabling-mode.js";
import { language } from "./language.js";
import { conditions, observedGeneration, optionalFieldUnchanged, reference, retried, withCelRules } from "./meta.js";
import { confidenceInterval, indicators, metricName } from "./metrics.js";
import { modelPhase, modelSpec } from "./model.js";
import { modelType } from "./model-type.js";
import { trainingOptions } from "./recipe.js";
import { rowValidation } from "./row-validation.js";

export const autoModelMode = z.enum(["AUTO_REGRESSION", "AUTO_OCC", "AUTO_CLUSTER", "AUTO_MINIMUM", "MANUAL"]);
export type AutoModelMode = z.infer<typeof autoModelMode>;

/** The criterion by which an automatic training ranks its models: a held-out figure, or the recommended rule of its type. */
export const rankBy = z.enum([
  "recommended",
  "accuracy",
  "macroF1",
  "log_loss",
  "roc_auc",
  "kappa",
  "cost",
  "RMSE",
  "MAE",
  "MAAPE",
  "MASE",
  "true_positive",
  "contamination",
  "min_distance",
  "silhouette_score",
  "CH_index",
]);
export type RankBy = z.infer<typeof rankBy>;

/** How a model of an automatic training ended before its time. */
export const endedEarly = z
  .enum(["cancelled", "stopped", "cut_short"])
  .describe(
    "cancelled: somebody ended it before it was trained. stopped: a time limit did. cut_short: it is trained, but the time for its tuning was over before all settings were tried.",
  );

/** One model of an automatic training that the request names. */
const autoModelCandidate = z
  .object({ layers: modelSpec.shape.layers })
  .describe("A model to try. The columns and the response are common to all models and no part of it.");

export const clusterCounts = z
  .array(z.int().min(CLUSTER_COUNTS.min).max(CLUSTER_COUNTS.max))
  .min(1)
  .max(CLUSTER_COUNTS.maxTried)
  .default([2, 3, 4, 5, 6])
  .describe("Numbers of clusters that are tried; those above a fifth of the rows are not.");

export const autoModelSpec = withCelRules(
  z.object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the automatic training and its models."),
    datasetRef: reference.describe("Name of the Dataset that the models learn from."),
    response: z.string().min(1).max(512).optional().describe("Column that the models predict."),
    mode: autoModelMode.describe("Which algorithms are tried: all of a kind, a few quick ones (AUTO_MINIMUM), or the candidates (MANUAL)."),
    type: modelType.optional().describe("What the models do. When left out, the mode and the response's type decide."),
    candidates: z.array(autoModelCandidate).min(1).max(30).optional().describe("What MANUAL tries, in this order."),
    clusters: clusterCounts,
    columns: modelSpec.shape.columns.describe(
      "Columns that the models learn from. When left out: all usable columns, except those that name the row or give the answer away.",
    ),
    ...trainingOptions.shape,
    timeSeries: modelSpec.shape.timeSeries,
    validation: rowValidation.optional().describe(`${rowValidation.description} When left out: auto, random for clustering.`),
    extraction: modelSpec.shape.extraction.describe("Id of the steps, which never change, that make the rows that the models learn from."),
    limits: autoModelLimits,
    rankBy: rankBy
      .optional()
      .describe(
        "Held-out figure that ranks the models. When left out: accuracy (cost with errorCosts), RMSE, CH_index, or true_positive (silhouette_score without a semilabel). The search for settings follows it too. recommended: among classifiers whose accuracy cannot be told apart, the one with the lowest log loss comes first.",
      ),
    enabling: z.enum(ENABLING_MODES).default("manual").describe("Which models are enabled at the end."),
    language: language.optional().describe("Language of the words in the models' titles; en when left out."),
    seed: modelSpec.shape.seed,
    resources: modelSpec.shape.resources.describe(
      "What each training may use, and where it runs and waits. A change applies to models that are started later.",
    ),
  }),
  {
    rule: "self.mode != 'MANUAL' || has(self.candidates)",
    message: "MANUAL needs candidates",
    fieldPath: ".candidates",
  },
  {
    rule: "!has(self.rankBy) || self.rankBy != 'cost' || has(self.errorCosts)",
    message: "ranking by cost needs errorCosts",
    fieldPath: ".rankBy",
  },
  {
    rule: "!has(self.errorCosts) || !has(self.type) || self.type == 'CLASSIFICATION'",
    message: "is for models of classes",
    fieldPath: ".errorCosts",
  },
  {
    rule: "!has(self.responseLimits) || (!has(self.timeSeries) && (!has(self.type) || self.type == 'REGRESSION'))",
    message: "are for models of numbers that are no time series",
    fieldPath: ".responseLimits",
  },
  {
    rule: "!has(self.extraction) || has(self.type)",
    message: "an extraction needs the type: the dataset's columns do not tell it",
    fieldPath: ".type",
  },
  {
    rule: [
      "owner",
      "datasetRef",
      "response",
      "mode",
      "type",
      "columns",
      ...Object.keys(trainingOptions.shape),
      "timeSeries",
      "validation",
      "extraction",
      "rankBy",
      "language",
      "seed",
    ]
      .map(optionalFieldUnchanged)
      .join(" && "),
    message: "what an automatic training was begun with cannot be changed: create a new one",
  },
).describe("What to try.");
export type AutoModelSpec = z.infer<typeof autoModelSpec>;

export const autoModelStatus = z
  .object({
    observedGeneration,
    phase: z.enum(["fitting_processing", "fitting_finished", "fitting_fail"]).optional().describe("State of the automatic training."),
    type: modelType.optional().describe("What its models do."),
    logResponse: z.boolean().optional().describe("Whether it also tries models of the response's logarithm."),
    models: z
      .array(
        z
          .object({
            name: reference.describe("Name of the Model."),
            slot: z
              .string()
              .max(8)
              .describe("c1, c2, …: a candidate; t1, t2: a tuned one; m1, m2: a mean of several; s1, s2: a layered one."),
            phase: modelPhase.describe("State of that model."),
            indicators: indicators.optional().describe("Its held-out figures."),
            heldOutRows: z.int().min(0).optional().describe("Number of held-out rows behind them."),
            earlierRows: z
              .boolean()
              .optional()
              .describe(
                "Whether its figures are about other rows than the best model's: it learned before the dataset's rows last changed, or other rows were held out. It then has no rank.",
              ),
            tied: z.boolean().optional().describe("Whether its figure differs from the best model's by no more than chance."),
            endedEarly: endedEarly.optional(),
            dropped: z.boolean().optional().describe("Whether it was deleted because it was not better than every single model."),
          })
          .describe("One model of the automatic training."),
      )
      .max(30)
      .optional()
      .describe("The models, best first once ranked."),
    bestModel: reference.optional().describe("Name of the best Model."),
    notTried: z
      .array(z.string().max(128))
      .max(60)
      .optional()
      .describe("Methods that were not tried because of a limit, or because somebody ended the training first."),
    expected: z
      .object({
        indicator: metricName.describe("The figure that the models are ranked by."),
        value: z.number().describe("Value to expect on new rows."),
        interval: confidenceInterval
          .optional()
          .describe("95 % interval of the expected value; absent if the best model's own figure has none."),
        models: z.int().min(2).describe("Number of models among which the best was chosen."),
      })
      .optional()
      .describe("The best model's figure, corrected for its choice: the best of many held-out figures is too good."),
    leftOut: z
      .array(
        z
          .object({ column: z.string().max(512).describe("Name of the column."), reason: z.string().max(256).describe("Why.") })
          .describe("A column that the models do not learn from."),
      )
      .max(10)
      .optional()
      .describe(
        "Columns that were left out because, for instance, they name the row or the group, give the answer away or have no information. The model's warnings have all of them.",
      ),
    reason: z
      .string()
      .max(64)
      .optional()
      .describe(
        "Why there is no model: Cancelled or ModelsCancelled (somebody ended it), TimeLimitReached or DeadlineExceeded (a time limit did), or the error code of a failure.",
      ),
    message: z.string().max(1024).optional().describe("The reason in words, and what to do."),
    startedAt: z.iso
      .datetime()
      .optional()
      .describe("When the first training began to run, or, after a failure, when the current try began. The time budget counts from here."),
    isRetry: z.boolean().optional().describe("Whether an earlier try failed. The models that failed in it are trained again."),
    finishedAt: z.iso.datetime().optional().describe("When the automatic training ended."),
    retried,
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type AutoModelStatus = z.infer<typeof autoModelStatus>;
export type AutoModelTrial = NonNullable<AutoModelStatus["models"]>[number];
