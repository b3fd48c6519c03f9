/** What-if, predictions of many rows, optimization, and response curves. */
import { z } from "zod";
import { optimizationRequest } from "../kinds/optimization.js";
import { MAX_HORIZON } from "../kinds/time-series.js";
import { FORECAST_LIMIT } from "../results/model-info.js";
import { optimizationResult } from "../results/optimization.js";
import { predictionResult } from "../results/prediction-result.js";
import { id, isoDateTime, record } from "./shared.js";

const rows = z.union([record, z.array(record).min(1).max(10_000)]);

/** A what-if returns its result at once. Other calculations run in the background, and clients poll for them. */
export const calculationRequest = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("whatif"),
    data: rows.optional().describe("Required without periods."),
    periods: z
      .int()
      .min(1)
      .max(MAX_HORIZON)
      .optional()
      .describe(
        "Models that forecast: number of next periods of each series to answer with, instead of a prediction for each row. Rows give values known ahead, and for forecasters also the values since the training.",
      ),
    series: z
      .array(z.string())
      .min(1)
      .max(FORECAST_LIMIT)
      .optional()
      .describe("With periods: names of the requested series; all series when left out."),
    explain: z.boolean().optional().describe("Whether the answer has the contribution of each input."),
  }),
  z.object({
    type: z.literal("batch"),
    data: rows.optional(),
    dataset_id: id.optional().describe("Instead of data: all rows of this dataset, or those of the sampling that somebody chose for it."),
    use_extraction: z
      .boolean()
      .optional()
      .describe("With dataset_id: whether the rows are those after its enabled edit history. Later changes of the history do not matter."),
  }),
  optimizationRequest.extend({ type: z.literal("optimization") }),
]);
export const calculationAnswer = z.object({
  id,
  type: z.enum(["whatif", "batch", "optimization"]),
  status: z.enum(["success", "fail", "is_processed"]),
  progress: z.number().min(0).max(1),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  rows: z.int().nullable().describe("Rows predicted, or settings found."),
  result: z
    .union([predictionResult, optimizationResult])
    .nullable()
    .describe("Of a batch at most the first 10,000 rows; download it for all."),
  optimization: optimizationRequest.optional().describe("Of an optimization: the request."),
  dataset_id: id.optional().describe("Of a batch of a dataset's rows: the dataset."),
  created_at: isoDateTime,
});
export type CalculationAnswer = z.infer<typeof calculationAnswer>;
/** Lists leave results out. */
export const listedCalculation = calculationAnswer.extend({ model_id: id });
export type ListedCalculation = z.infer<typeof listedCalculation>;

/** Predictions for a record in which one input at a time takes the values of its training range. */
export const responseCurvesRequest = z.object({
  data: record.describe("The record. Each curve changes one of its values and keeps the others."),
  columns: z.array(z.string()).min(1).max(50).describe("The inputs that are changed, one at a time."),
  label: z
    .string()
    .optional()
    .describe("Classification: the class whose probability the curves show; when left out, the class predicted for the record."),
});
export type ResponseCurvesRequest = z.infer<typeof responseCurvesRequest>;
export const responseCurvesAnswer = z.object({
  of: z.enum(["value", "probability", "score", "cluster"]).describe("What the values of the curves are; clusters are numbered from 1."),
  label: z.string().optional().describe("Classification: the class of the probability."),
  curves: z.array(
    z.object({
      column: z.string(),
      grid: z
        .array(z.union([z.number(), z.string()]))
        .describe("Values over the training range, dates in milliseconds since the epoch, or the most frequent levels."),
      values: z.array(z.number().nullable()).describe("One for each value of the grid; null if the model predicts nothing."),
      intervals: predictionResult.shape.interval,
    }),
  ),
});
export type ResponseCurvesAnswer = z.infer<typeof responseCurvesAnswer>;
