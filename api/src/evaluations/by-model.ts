/** Predictions of each model for the test rows. */
import { ERRORS, type EvaluationPredictions, NotFound, type PredictionResult, type Resource, ROW_LIMIT } from "@agatha/contracts";
import type { EvaluationByModelDetail } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { parseJsonStream } from "../json/parse-json-stream.js";
import { applyThreshold } from "../models/max-fpr.js";
import { modelAnswers } from "./answer.js";
import { evaluationContext } from "./listing.js";
import { currentLines } from "./results.js";

type ByModelDeps = Pick<ApiDeps, "resources" | "documents" | "objects">;
type Evaluation = Resource<"Evaluation">;

/**
 * Returns an evaluation's result for one model, with at most 10,000 rows if there are any. Throws NotFound
 * (modelEvaluationNotFound) for a model that is not on the list.
 */
export async function describeByModel(
  deps: ByModelDeps,
  evaluation: Evaluation,
  { model, maxFpr }: { model: string; maxFpr: number | undefined },
): Promise<EvaluationByModelDetail> {
  const line = modelAnswers(evaluation, await evaluationContext(deps, evaluation, maxFpr)).find(({ id }) => id === model);
  if (!line) throw noModelResult(model);
  const rows = await loadEvaluatedRows(deps, evaluation, { model, threshold: line.threshold ?? undefined });
  return { ...line, result: rows ? truncateRows(rows) : null };
}

const truncateRows = ({ actual, prediction, ...others }: EvaluationPredictions): EvaluationPredictions => ({
  ...others,
  ...(actual && { actual: actual.slice(0, ROW_LIMIT) }),
  prediction: truncatePredictions(prediction),
});

/** Returns the result with at most as many rows as are shown. */
function truncatePredictions(result: PredictionResult): PredictionResult {
  return Object.fromEntries(
    Object.entries(result).map(([field, values]) => [field, Array.isArray(values) ? values.slice(0, ROW_LIMIT) : values]),
  ) as PredictionResult;
}

/** Returns the evaluated rows, or undefined while the model has no predictions. */
export async function loadEvaluatedRows(
  { objects }: ByModelDeps,
  evaluation: Evaluation,
  { model, threshold }: { model: string; threshold: number | undefined },
): Promise<EvaluationPredictions | undefined> {
  const key = currentLines(evaluation).find(({ name }) => name === model)?.result;
  if (key === undefined) return undefined;
  const rows = (await parseJsonStream(await objects.get(key))) as EvaluationPredictions;
  return { ...rows, prediction: applyThreshold(rows.prediction, threshold) };
}

/** Returns the error for a missing result, of `model` if given. */
export const noModelResult = (model?: string): NotFound =>
  new NotFound(
    model === undefined ? "no model is compared yet" : `the model ${model} is not compared, or not yet`,
    ERRORS.modelEvaluationNotFound,
  );
