import { z } from "zod";
import { conditions, objectKey, resourceName, sha256 } from "./meta.js";
import { indicators } from "./model.js";

export const evaluationSpec = z
  .object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the evaluation."),
    datasetRef: resourceName.describe("Name of the Dataset whose models are compared."),
    testData: z
      .object({
        key: objectKey.describe("Key of the test file in the object store."),
        sha256: sha256.describe("Digest of the file's bytes."),
        fileName: z.string().min(1).max(255).describe("Name of the file as it was uploaded."),
      })
      .optional()
      .describe("The rows to compare on, once uploaded."),
    response: z.string().min(1).max(512).optional().describe("Column that the models predict."),
    models: z.array(resourceName).min(1).max(50).describe("Names of the Models to compare."),
    useExtraction: z.boolean().default(false).describe("Whether the dataset's extraction is applied to the test rows."),
    maxFpr: z.number().min(0).max(1).default(1).describe("Upper limit on the share of unlabeled rows flagged."),
  })
  .describe("What is to be compared.");
export type EvaluationSpec = z.infer<typeof evaluationSpec>;

export const evaluationStatus = z
  .object({
    observedGeneration: z.int().min(0).optional().describe("The generation of the spec that this status is about."),
    phase: z
      .enum(["init", "prepare_upload_finish", "evaluating", "evaluating_fail", "evaluating_finish", "semilabel_check_fail"])
      .optional()
      .describe("Where the evaluation is."),
    models: z
      .array(
        z
          .object({
            name: resourceName.describe("Name of the Model."),
            indicators: indicators.optional().describe("Its figures on the test rows."),
            result: objectKey.optional().describe("Key of its predictions in the object store."),
            message: z.string().max(1024).optional().describe("Why this model could not be evaluated."),
          })
          .describe("One model of the comparison."),
      )
      .max(50)
      .optional()
      .describe("A line for each model."),
    reason: z.string().max(64).optional().describe("Why the evaluation failed."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type EvaluationStatus = z.infer<typeof evaluationStatus>;
