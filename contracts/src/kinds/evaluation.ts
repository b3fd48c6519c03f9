import { z } from "zod";
import { fileFault } from "../errors/file-faults.js";
import { samplingMethod } from "./dataset.js";
import { conditions, currentTask, editStepsRef, objectKey, observedGeneration, reference, retried, sha256, withCelRules } from "./meta.js";
import { indicators } from "./metrics.js";
import { sourceFile } from "./source.js";

/** Largest number of models in one evaluation, since the status has an entry for each. */
export const MAX_EVALUATED_MODELS = 20;

export const evaluationSpec = withCelRules(
  z.object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the evaluation."),
    datasetRef: reference.describe("Name of the Dataset that the comparison belongs to."),
    testData: sourceFile.optional().describe("A file with the rows to compare on, once uploaded."),
    testDataset: reference.optional().describe("Instead of a file: name of the Dataset with the rows to compare on."),
    response: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Column of the test data that the models predict, or that marks known anomalies; the models' own when left out."),
    models: z
      .array(reference)
      .min(1)
      .max(MAX_EVALUATED_MODELS)
      .describe("Names of the Models to compare: of this Dataset, or of others with the same owner."),
    useExtraction: z.boolean().default(false).describe("Whether the dataset's extraction is applied to the test rows."),
    extraction: editStepsRef
      .optional()
      .describe("Id of the steps, which never change, that useExtraction applies: those of the dataset when the evaluation was made."),
    maxFpr: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Upper limit on the share of unlabeled rows flagged, 1 for none; the models' own thresholds when left out."),
    suspend: z.boolean().default(false).describe("Whether the comparison waits."),
  }),
  {
    rule: "!(has(self.testData) && has(self.testDataset))",
    message: "give either testData or testDataset",
    fieldPath: ".testDataset",
  },
  { rule: "self.datasetRef == oldSelf.datasetRef", message: "the dataset of an evaluation cannot be changed", fieldPath: ".datasetRef" },
).describe("What is to be compared.");
export type EvaluationSpec = z.infer<typeof evaluationSpec>;

export const evaluationPhase = z.enum([
  "init",
  "prepare_upload_finish",
  "evaluating",
  "evaluating_fail",
  "evaluating_finish",
  "semilabel_check_fail",
]);
export type EvaluationPhase = z.infer<typeof evaluationPhase>;

export const evaluationModelStatus = z
  .object({
    name: reference.describe("Name of the Model."),
    fingerprint: z.string().max(64).describe("Digest of the test rows and the model that the line is about."),
    indicators: indicators.optional().describe("Its figures on the test rows."),
    document: z.string().max(128).optional().describe("Id of the document with the full result."),
    result: objectKey.optional().describe("Key of its predictions in the object store."),
    reason: z.string().max(64).optional().describe("Why this model could not be evaluated: an error code of the catalogue, or one word."),
    message: z.string().max(256).optional().describe("What went wrong and what to do."),
  })
  .describe("One model of the comparison.");
export type EvaluationModelStatus = z.infer<typeof evaluationModelStatus>;

export const evaluationStatus = z
  .object({
    observedGeneration,
    phase: evaluationPhase.optional().describe("State of the evaluation."),
    table: z
      .object({
        key: objectKey.describe("Key of the Parquet file in the object store."),
        document: z.string().max(128).describe("Id of the document that describes the columns."),
        sha256: sha256.describe("Digest of the Parquet file."),
        totalRows: z.int().min(0).describe("Rows in the file."),
        fingerprint: z.string().max(64).describe("Digest of the file that the table was made from."),
      })
      .optional()
      .describe("The parsed test file."),
    sampling: samplingMethod.optional().describe("Which of the test rows the lines below are about."),
    models: z
      .array(evaluationModelStatus)
      .max(MAX_EVALUATED_MODELS)
      .optional()
      .describe("One line for each model that was evaluated or could not be evaluated."),
    maxFpr: z.number().min(0).max(1).optional().describe("The limit that the figures are for."),
    failed: z.string().max(64).optional().describe("Digest of the work that failed for good."),
    task: currentTask,
    attempts: z.int().min(0).optional().describe("How often the present step was started."),
    reason: z.string().max(64).optional().describe("Why the evaluation failed: an error code of the catalogue, or one word."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    fault: fileFault.optional().describe("What is wrong with the test file, for a text in the reader's language."),
    retried,
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type EvaluationStatus = z.infer<typeof evaluationStatus>;
