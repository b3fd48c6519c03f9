import { z } from "zod";
import { predictionResult } from "../results/model-info.js";
import { id, record } from "./shared.js";

export const predictionRequest = z.object({
  api_token: z.string().min(1).max(256).optional().describe("Or as a bearer token in the header Authorization."),
  data: z.union([record, z.array(record).min(1)]),
});
export const predictionAccepted = z.object({ id, link: z.url() });
export const predictionAnswer = z.object({
  data: z.object({ status: z.enum(["init", "success", "fail"]), message: z.string().optional() }).extend(predictionResult.partial().shape),
});
export type PredictionAnswer = z.infer<typeof predictionAnswer>;
