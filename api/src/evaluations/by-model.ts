/** What each model answered for the test rows. */
import { buffer } from "node:stream/consumers";
import { type EvaluatedRows, NotFound, type Resource, ROW_LIMIT } from "@agatha/contracts";
import type { EvaluationByModelDetail } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { flaggedAbove } from "../models/limit.js";
import { firstPredictions } from "../serving/first-predictions.js";
import { linesOf } from "./answer.js";
import { surroundingsOf } from "./listing.js";
import { presentLines } from "./results.js";

export type ByModelDeps = Pick<ApiDeps, "resources" | "documents" | "objects">;
type Evaluation = Resource<"Evaluation">;

/** With at most 10,000 rows once there are any. Throws NotFound (010707) for a model that is not on the list. */
export async function describeByModel(
  deps: ByModelDeps,
  evaluation: Evaluation,
  { model, limit }: { model: string; limit: number | undefined },
): Promise<EvaluationByModelDetail> {
  const line = linesOf(evaluation, await surroundingsOf(deps, evaluation, limit)).find(({ id }) => id === model);
  if (!line) throw noResult(model);
  const rows = await rowsOf(deps, evaluation, { model, threshold: line.threshold ?? undefined });
  return { ...line, result: rows ? firstRows(rows) : null };
}

const firstRows = ({ actual, prediction }: EvaluatedRows): EvaluatedRows => ({
  ...(actual && { actual: actual.slice(0, ROW_LIMIT) }),
  prediction: firstPredictions(prediction),
});

/** Undefined while the model has not answered. */
export async function rowsOf(
  { objects }: ByModelDeps,
  evaluation: Evaluation,
  { model, threshold }: { model: string; threshold: number | undefined },
): Promise<EvaluatedRows | undefined> {
  const key = presentLines(evaluation).find(({ name }) => name === model)?.result;
  if (key === undefined) return undefined;
  const rows = JSON.parse((await buffer(await objects.get(key))).toString("utf8")) as EvaluatedRows;
  return { ...rows, prediction: flaggedAbove(rows.prediction, threshold) };
}

/** `model` is the one that is asked about; none in particular when left out. */
export const noResult = (model?: string): NotFound =>
  new NotFound(model === undefined ? "no model is compared yet" : `the model ${model} is not compared, or not yet`, "010707");
