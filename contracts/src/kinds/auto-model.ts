import { z } from "zod";
import { conditions, resourceName } from "./meta.js";
import { indicators, modelPhase } from "./model.js";

export const autoModelMode = z.enum(["AUTO_REGRESSION", "AUTO_OCC", "AUTO_CLUSTER", "AUTO_MINIMUM", "MANUAL"]);
export type AutoModelMode = z.infer<typeof autoModelMode>;

export const autoModelSpec = z
  .object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the batch and its models."),
    datasetRef: resourceName.describe("Name of the Dataset that the models learn from."),
    response: z.string().min(1).max(512).optional().describe("Column that the models predict."),
    mode: autoModelMode.describe("Which algorithms are tried."),
    limits: z
      .object({
        models: z.int().min(1).max(50).default(10).describe("Models that are tried at the most."),
        seconds: z.int().min(10).max(86400).default(600).describe("Time after which no further model is started, in seconds."),
      })
      .prefault({})
      .describe("How much may be tried."),
    enabling: z.enum(["all", "first", "manual"]).default("manual").describe("Which of the models are enabled when all are done."),
    seed: z.int().min(0).max(4294967295).default(1).describe("Seed of everything random."),
  })
  .describe("What is to be tried.");
export type AutoModelSpec = z.infer<typeof autoModelSpec>;

export const autoModelStatus = z
  .object({
    observedGeneration: z.int().min(0).optional().describe("The generation of the spec that this status is about."),
    phase: z.enum(["fitting_processing", "fitting_finished", "fitting_fail"]).optional().describe("Where the batch is."),
    models: z
      .array(
        z
          .object({
            name: resourceName.describe("Name of the Model."),
            phase: modelPhase.describe("Where that model is."),
            indicators: indicators.optional().describe("Its held-out figures."),
          })
          .describe("One model of the batch."),
      )
      .max(50)
      .optional()
      .describe("The batch, best first once ranked."),
    bestModel: resourceName.optional().describe("Name of the best Model."),
    reason: z.string().max(64).optional().describe("Why the batch failed."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type AutoModelStatus = z.infer<typeof autoModelStatus>;
