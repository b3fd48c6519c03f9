import { z } from "zod";
import { classDecision } from "./class-decision.js";
import {
  conditions,
  currentTask,
  editStepsRef,
  objectKey,
  observedGeneration,
  optionalFieldUnchanged,
  reference,
  resourceName,
  retried,
  sha256,
  specFingerprint,
  withCelRules,
} from "./meta.js";
import { indicators, metricIntervals } from "./metrics.js";
import { displayName, title } from "./names.js";
import { placementFields } from "./placement.js";
import { modelRecipe } from "./recipe.js";
import { heldOutBy } from "./row-validation.js";
import { TUNING_MEASURES } from "./tuning.js";

export const modelSpec = withCelRules(
  z.object({
    displayName: displayName.describe("Name shown to people, unique within the dataset."),
    title: title.optional().describe("Title in any script, shown instead of the name."),
    owner: z.string().min(1).max(128).describe("Id of the user who owns the model."),
    datasetRef: reference.describe("Name of the Dataset that the model learns from."),
    ...modelRecipe.shape,
    extraction: editStepsRef.optional().describe("Id of the steps, which never change, that make the rows that the model learns from."),
    cloneOf: z
      .object({
        model: reference.describe("Name of the Model that was cloned."),
        sha256: sha256.optional().describe("Digest of its artifact, if it was trained and on the same dataset."),
      })
      .optional()
      .describe("The Model whose recipe this one repeats."),
    enableWhenTrained: z
      .boolean()
      .optional()
      .describe("Enable the open model API once the model is trained, if its owner's limits and contract and its columns allow that."),
    decision: classDecision.optional(),
    apiEnabled: z.boolean().default(false).describe("Whether the open model API answers for this model."),
    api: z
      .object({
        tokenSecret: resourceName
          .optional()
          .describe("Name of a Secret that the operator makes, with the token of the open model API as token and its address as url."),
      })
      .optional()
      .describe("How programs in the cluster call the open model API."),
    resources: z
      .object({
        memoryMiB: z.int().min(256).max(65536).default(1024).describe("Memory limit of the training in MiB."),
        cpus: z.number().min(0.1).max(64).default(2).describe("Processors that the training may use."),
        deadlineSeconds: z.int().min(10).max(86400).default(3600).describe("Longest time that the training may take, in seconds."),
        ...placementFields,
      })
      .prefault({})
      .describe("What the training may use."),
  }),
  {
    rule: "!(self.type in ['REGRESSION', 'CLASSIFICATION']) || has(self.response)",
    message: "REGRESSION and CLASSIFICATION need a response",
    fieldPath: ".response",
  },
  {
    rule: "!has(self.responseLimits) || (self.type == 'REGRESSION' && !has(self.timeSeries))",
    message: "are for models of numbers that are no time series",
    fieldPath: ".responseLimits",
  },
  { rule: "!has(self.errorCosts) || self.type == 'CLASSIFICATION'", message: "is for models of classes", fieldPath: ".errorCosts" },
  {
    rule: `!has(self.tuning) || !has(self.tuning.measure) || ${Object.entries(TUNING_MEASURES)
      .map(([type, measures]) => `self.type == '${type}' && self.tuning.measure in ${JSON.stringify(measures).replaceAll('"', "'")}`)
      .join(" || ")}`,
    message: `REGRESSION is tuned by ${TUNING_MEASURES.REGRESSION.join(", ")}; CLASSIFICATION by ${TUNING_MEASURES.CLASSIFICATION.join(", ")}`,
    fieldPath: ".tuning.measure",
  },
  {
    rule: "!has(self.tuning) || !has(self.tuning.measure) || self.tuning.measure != 'cost' || has(self.errorCosts)",
    message: "a search by cost needs errorCosts",
    fieldPath: ".tuning.measure",
  },
  { rule: "!has(self.decision) || self.type == 'CLASSIFICATION'", message: "is for models of classes", fieldPath: ".decision" },
  {
    rule: ["datasetRef", ...Object.keys(modelRecipe.shape), "extraction", "cloneOf"].map(optionalFieldUnchanged).join(" && "),
    message: "what a model was trained on cannot be changed: create a new model",
  },
).describe("What the model learns, and whether it is served.");
export type ModelSpec = z.infer<typeof modelSpec>;

export const modelPhase = z.enum(["init", "fitting", "fitting_fail", "success", "fail"]);
export type ModelPhase = z.infer<typeof modelPhase>;

export const modelStatus = z
  .object({
    observedGeneration,
    phase: modelPhase.optional().describe("State of the training. A trained model has success."),
    indicators: indicators.optional().describe("Held-out figures by name, without the spec's decision."),
    trainIndicators: indicators.optional().describe("The same figures on the rows that the model was trained on."),
    baseline: indicators.optional().describe("The same held-out figures for the trivial prediction (mean or majority)."),
    heldOutRows: z.int().min(0).optional().describe("Number of held-out rows behind the figures; 0 if nothing was held out."),
    heldOutBy: heldOutBy.optional().describe("Which rows were held out; absent if none were, and for models of earlier versions."),
    intervals: metricIntervals.optional().describe("95 % intervals of the held-out figures, by the bootstrap over rows or groups."),
    baselineIntervals: metricIntervals.optional().describe("95 % intervals of the figures of the trivial prediction."),
    baselineDifferences: metricIntervals
      .optional()
      .describe(
        "95 % intervals of the held-out figures minus those of the trivial prediction. If an interval excludes 0, the model is clearly better or worse.",
      ),
    artifact: z
      .object({
        key: objectKey.describe("Key of the model's bytes in the object store."),
        sha256: sha256.describe("Digest of the model's bytes."),
        size: z.int().min(0).describe("Size of the model in bytes."),
        info: z.string().max(128).describe("Id of the document with the model's description."),
        predictions: objectKey.describe("Key of the held-out predictions in the object store."),
      })
      .optional()
      .describe("The trained model."),
    datasetFingerprint: z.string().max(64).optional().describe("Fingerprint of the table that the model was trained on."),
    rowsFingerprint: z.string().max(64).optional().describe("Fingerprint of its rows, the same after a new label or a hidden column."),
    fingerprint: specFingerprint,
    task: currentTask,
    attempts: z.int().min(0).optional().describe("How often the training was started."),
    reason: z
      .string()
      .max(64)
      .optional()
      .describe(
        "Why there is no model: Cancelled or AutoModelCancelled (somebody ended the training), TimeLimitReached or DeadlineExceeded (a time limit did); for a failed training an error code of the catalogue, or one word of the platform's.",
      ),
    message: z.string().max(1024).optional().describe("The reason in words, and what to do."),
    startedAt: z.iso.datetime().optional().describe("When the last attempt of the training began to run, after its wait in the queue."),
    finishedAt: z.iso.datetime().optional().describe("When the training ended."),
    apiEnabled: z.boolean().optional().describe("Whether the open model API was enabled because enableWhenTrained asks for it."),
    apiUpdatedAt: z.iso.datetime().optional().describe("When the open API was last enabled or disabled."),
    url: z.string().max(512).optional().describe("Address in the cluster that answers calls, while the model is published."),
    tokenSecret: resourceName.optional().describe("Name of the Secret that has the token."),
    retried,
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type ModelStatus = z.infer<typeof modelStatus>;
