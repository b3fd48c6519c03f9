/** The recipe of a model, and those of its fields that automatic trainings have as well. */
import { z } from "zod";
import { errorCosts } from "./error-costs.js";
import { falseAlarms } from "./false-alarms.js";
import { modelLayer } from "./layers.js";
import { modelType } from "./model-type.js";
import { responseLimits } from "./response-limits.js";
import { modelValidation } from "./row-validation.js";
import { timeSeriesParams } from "./time-series.js";
import { tuningParams } from "./tuning.js";

/** Options that a Model, an AutoModel and the requests for both have. An AutoModel passes its own to its Models. */
export const trainingOptions = z.object({
  semilabel: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe("Column that marks known anomalies: text that is empty in other rows, or any column of two values."),
  anomalyValue: z
    .string()
    .max(512)
    .optional()
    .describe("Value of the semilabel that marks an anomaly. When left out: the rarer of two values, or else every value."),
  otherRows: z
    .enum(["normal", "unknown"])
    .optional()
    .describe("What the rows that the semilabel does not mark are: known to be normal, or unknown (the default)."),
  falseAlarms: falseAlarms.optional(),
  errorCosts: errorCosts.optional(),
  responseLimits: responseLimits.optional(),
  maxFpr: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Upper limit on the share of unlabeled rows flagged. 1 means no limit; falseAlarms of alarms require it."),
});

/** Fields that define what a model learns, without the steps that make its rows. */
export const modelRecipe = z.object({
  type: modelType.describe("What the model does."),
  response: z.string().min(1).max(512).optional().describe("Column that the model predicts; needed for REGRESSION and CLASSIFICATION."),
  columns: z
    .array(z.string().min(1).max(512))
    .max(2000)
    .optional()
    .describe("Columns that the model learns from; all usable ones when left out. Models without a response then learn from no times."),
  layers: z.array(modelLayer).min(1).max(3).describe("One to three layers of algorithms; the last one answers."),
  timeSeries: timeSeriesParams.optional(),
  ...trainingOptions.shape,
  seed: z.int().min(0).max(4294967295).default(1).describe("Seed of everything random, so that a training can be repeated."),
  leaveOutLeaks: z
    .boolean()
    .optional()
    .describe(
      "When columns is left out, leave out columns that give the answer away, and columns that stand among them. One such column stays if it is the only one, does not give a numeric response exactly, and no other column alone predicts any of it. The model's warnings name the columns and the reasons.",
    ),
  tuning: tuningParams.optional(),
  validation: modelValidation,
});
/** A recipe in which fields that have defaults may be left out. */
export type ModelRecipe = z.input<typeof modelRecipe>;

/** All fields of T: each is written out, though its value may be undefined. The compiler names those that are forgotten. */
export type EveryField<T> = { [Field in keyof Required<T>]: T[Field] };

/** Returns the fields of the schema without the others. */
export function fieldsOf<S extends z.ZodObject>(schema: S, value: z.infer<S>): EveryField<z.infer<S>> {
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, value[field]])) as EveryField<z.infer<S>>;
}
