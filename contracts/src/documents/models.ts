/** Documents that trainings, comparisons, predictions and calculations write. */
import { z } from "zod";
import { objectKey } from "../kinds/meta.js";
import { modelEvaluation } from "../results/evaluation-result.js";
import { forecastErrorUnits, metricResamples } from "../results/metric-resamples.js";
import { modelGraph, modelInfo } from "../results/model-info.js";
import { predictionResult } from "../results/prediction-result.js";
import { documentFields } from "./document-fields.js";

export const modelInfoDocument = documentFields.extend({
  modelUid: z.string(),
  info: modelInfo,
  graph: modelGraph,
  /** Absent for models of earlier versions and for those without a response. */
  resamples: metricResamples.optional(),
  /** Forecasts only. Absent for models of earlier versions. */
  forecastErrors: forecastErrorUnits.optional(),
  /** Object with digests of the rows that the model learned from. Absent for models of earlier versions. */
  knownRows: objectKey.optional(),
});
export type ModelInfoDocument = z.infer<typeof modelInfoDocument>;

export const evaluationResultDocument = documentFields.extend({
  evaluationUid: z.string(),
  /** Results by model name. Models that could not be evaluated have no entry. */
  models: z.record(z.string(), modelEvaluation),
});
export type EvaluationResultDocument = z.infer<typeof evaluationResultDocument>;

export const progressDocument = documentFields.extend({
  /** The id is the task's. */
  fraction: z.number().min(0).max(1),
  step: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Progress = z.infer<typeof progressDocument>;

export const predictionDocument = documentFields.extend({
  modelName: z.string(),
  status: z.enum(["init", "success", "fail"]),
  message: z.string().optional(),
  result: predictionResult.optional(),
  /** Requests that were predicted together: first row and end of each one's result, by the rest of its id. */
  parts: z.record(z.string(), z.tuple([z.int(), z.int()])).optional(),
  /** Many rows: number of documents with a page of the result each. Their ids are this one's, a dot and the page from 0. */
  pages: z.int().optional(),
  /** While the status is init: time after which nobody works on the result any more. */
  aliveUntil: z.iso.datetime().optional(),
});

export const calculationDocument = documentFields.extend({
  modelName: z.string(),
  owner: z.string(),
  type: z.enum(["whatif", "batch", "optimization"]),
  status: z.enum(["success", "fail", "is_processed"]),
  result: predictionResult.optional(),
  /** Many rows: number of pages of the result in predictions. Their ids are this one's, a dot and the page from 0. */
  pages: z.int().optional(),
  rows: z.int().optional(),
  createdAt: z.iso.datetime(),
});
export type PredictionDocument = z.infer<typeof predictionDocument>;
export type CalculationDocument = z.infer<typeof calculationDocument>;
