import { z } from "zod";
import {
  conditions,
  currentTask,
  editStepsRef,
  fieldUnchanged,
  objectKey,
  observedGeneration,
  optionalFieldUnchanged,
  reference,
  retried,
  withCelRules,
} from "./meta.js";
import { optimizationRequest } from "./optimization.js";

const calculationType = z.enum(["batch", "optimization"]);

export const calculationSpec = withCelRules(
  z.object({
    owner: z.string().min(1).max(128).describe("Id of the user who owns the calculation."),
    modelRef: reference.describe("Name of the Model that is asked."),
    type: calculationType.describe("A prediction for many rows, or the search for the best settings."),
    datasetRef: reference.optional().describe("Of a batch: name of the Dataset whose rows are predicted."),
    extraction: editStepsRef
      .optional()
      .describe("Of a batch of a dataset: id of the steps, which never change, that make the rows that are predicted."),
    rows: objectKey.optional().describe("Of a batch: key of the rows in the object store, a JSON list of records."),
    optimization: optimizationRequest.optional(),
    ttlSecondsAfterFinished: z
      .int()
      .min(60)
      .max(2592000)
      .default(86400)
      .describe("Time after its end at which the calculation is deleted, in seconds."),
  }),
  {
    rule: "self.type != 'batch' || has(self.datasetRef) != has(self.rows)",
    message: "a batch needs either datasetRef or rows",
    fieldPath: ".datasetRef",
  },
  {
    rule: "!has(self.extraction) || has(self.datasetRef)",
    message: "an extraction is carried out on the rows of a datasetRef",
    fieldPath: ".extraction",
  },
  { rule: "self.type != 'optimization' || has(self.optimization)", message: "an optimization needs its goal", fieldPath: ".optimization" },
  {
    rule: [
      ...["modelRef", "type"].map(fieldUnchanged),
      ...["datasetRef", "extraction", "rows", "optimization"].map(optionalFieldUnchanged),
    ].join(" && "),
    message: "what is calculated cannot be changed: create a new calculation",
  },
).describe("What is to be calculated.");

const calculationPhase = z.enum(["is_processed", "success", "fail"]);

export const calculationStatus = z
  .object({
    observedGeneration,
    phase: calculationPhase.optional().describe("State of the calculation."),
    result: objectKey.optional().describe("Key of the result in the object store."),
    rows: z.int().min(0).optional().describe("Rows that were predicted, or settings that were found."),
    task: currentTask,
    attempts: z.int().min(0).optional().describe("How often the calculation was started."),
    reason: z.string().max(64).optional().describe("Why the calculation failed."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    finishedAt: z.iso.datetime().optional().describe("When the calculation ended."),
    retried,
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type CalculationStatus = z.infer<typeof calculationStatus>;
