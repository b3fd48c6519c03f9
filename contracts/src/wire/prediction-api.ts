import { z } from "zod";
import { MAX_HORIZON } from "../kinds/time-series.js";
import { predictionResult } from "../results/prediction-result.js";
import { id, record } from "./shared.js";

export const predictionRequest = z.object({
  api_token: z.string().min(1).max(256).optional().describe("Or as a bearer token in the header Authorization."),
  data: z
    .union([record, z.array(record)])
    .optional()
    .describe(
      "At least one record. Without records, a model of a time series answers with the next periods of each series; other models refuse.",
    ),
  periods: z
    .int()
    .min(1)
    .max(MAX_HORIZON)
    .optional()
    .describe(
      "Models of a time series: number of next periods of each series to answer with, instead of a prediction for each row. Values in the rows continue the series of forecasters; other models take no rows with it. When it and the rows are left out, it is the model's horizon.",
    ),
  stream: z
    .number()
    .min(0)
    .optional()
    .describe(
      "Outlier detectors with a budget out of alarms: the rows continue a stream that spans several requests. 0 begins a stream. Each next request sends the `stream` of the previous answer.",
    ),
});
export const nextPeriodsQuery = z.object({
  api_token: predictionRequest.shape.api_token.describe("Or as a bearer token in the header Authorization."),
  periods: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_HORIZON)
    .optional()
    .describe("Number of next periods of each series. When left out: the model's horizon."),
  series: z.string().optional().describe("Name of the requested series. When left out: all series."),
  format: z
    .enum(["json", "csv"])
    .optional()
    .describe(
      "For programs that cannot set the header Accept, such as spreadsheets. When left out: csv for `Accept: text/csv`, else json.",
    ),
});
export const predictionAccepted = z.object({ id, link: z.url() });
export const predictionAnswer = z.object({
  data: z.object({ status: z.enum(["init", "success", "fail"]), message: z.string().optional() }).extend(predictionResult.partial().shape),
});
export type PredictionAnswer = z.infer<typeof predictionAnswer>;
