import { z } from "zod";
import { conditions, objectKey, resourceName } from "./meta.js";

export const calculationSpec = z
  .object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the calculation."),
    modelRef: resourceName.describe("Name of the Model that is asked."),
    type: z.enum(["batch", "optimization"]).describe("A prediction for many rows, or the search for the best settings."),
    input: z.string().min(1).max(128).describe("Id of the document with the rows or the search's goal and bounds."),
    ttlSecondsAfterFinished: z
      .int()
      .min(60)
      .max(2592000)
      .default(86400)
      .describe("Time after its end at which the calculation is deleted, in seconds."),
  })
  .describe("What is to be calculated.");
export type CalculationSpec = z.infer<typeof calculationSpec>;

export const calculationStatus = z
  .object({
    observedGeneration: z.int().min(0).optional().describe("The generation of the spec that this status is about."),
    phase: z.enum(["is_processed", "success", "fail"]).optional().describe("Where the calculation is."),
    result: objectKey.optional().describe("Key of the result in the object store."),
    reason: z.string().max(64).optional().describe("Why the calculation failed."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    finishedAt: z.iso.datetime().optional().describe("When the calculation ended."),
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type CalculationStatus = z.infer<typeof calculationStatus>;
