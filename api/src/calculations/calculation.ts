/** Calculations by id, whether they were answered at once or run as a job. */
import { COLLECTIONS, ERRORS, NotFound, type PredictionResult, type Resource, titleOf, type User } from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import type { Response } from "express";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { type DownloadEncoding, sendGzipCsv } from "../http/csv-download.js";
import { type PredictionColumns, predictionColumns } from "../serving/prediction-columns.js";
import { findJob, jobAnswer, loadResult } from "./jobs.js";
import { whatIfAnswer } from "./what-if.js";

type CalculationDeps = Pick<ApiDeps, "resources" | "documents" | "objects" | "clock" | "logger">;
type Model = Resource<"Model">;

/**
 * Returns a calculation. Throws NotFound (batchPredictionNotFound; optimizationNotFound if an optimization is requested), also
 * for calculations of another model or of another type than requested.
 */
export async function findCalculation(
  deps: CalculationDeps,
  { metadata: { name } }: Model,
  id: string,
  type?: CalculationAnswer["type"],
): Promise<CalculationAnswer> {
  const found = await deps.documents.collection(COLLECTIONS.calculations).get(id);
  const job = found?.modelName === name ? undefined : await findJob(deps, name, id);
  const answer = found?.modelName === name ? await whatIfAnswer(deps, found) : job && (await jobAnswer(deps, job));
  if (!answer || (type !== undefined && answer.type !== type)) throw calculationNotFound(id, type);
  return answer;
}

/** Deletes a calculation. Throws NotFound (batchPredictionNotFound). */
export async function deleteCalculation(deps: CalculationDeps, user: User, { metadata, spec }: Model, id: string): Promise<void> {
  const { name } = metadata;
  const answered = deps.documents.collection(COLLECTIONS.calculations);
  const isWhatIf = (await answered.get(id))?.modelName === name;
  const job = isWhatIf ? undefined : await findJob(deps, name, id);
  if (!isWhatIf && !job) throw calculationNotFound(id);
  await recordAudit(deps, user, { action: "calculation.delete", target: id, detail: { dataset: spec.datasetRef, models: [name] } });
  if (job) await deps.resources.delete("Calculation", job.metadata);
  else await answered.delete(id);
}

/** Sends all rows of a batch prediction. Throws NotFound (batchPredictionNotFound) if there is no such batch or it has no result yet. */
export async function sendBatchPredictions(
  deps: CalculationDeps,
  model: Model,
  id: string,
  { encoding, response }: { encoding: DownloadEncoding; response: Response },
): Promise<void> {
  const job = await findJob(deps, model.metadata.name, id);
  if (job?.spec.type !== "batch" || job.status?.result === undefined) throw calculationNotFound(id);
  const result = (await loadResult(deps, job.status.result)) as PredictionResult;
  const { header, cells } = batchColumns(result, model.spec.response ?? "answer");
  await sendGzipCsv(response, { name: `${titleOf(model)}-predictions`, encoding, header, rows: csvRows(result, cells) });
}

function* csvRows({ value }: PredictionResult, cells: PredictionColumns["cells"]) {
  for (let i = 0; i < value.length; i++) yield cells(i);
}

/** Returns the rows of a batch as columns of a file: the predictions with their intervals and warnings if any. */
function batchColumns(result: PredictionResult, answer: string): PredictionColumns {
  const { row, interval, outside, warning } = result;
  const { header, cells } = predictionColumns(result, answer);
  return {
    header: ["row", ...header, ...(interval ? ["lower", "upper"] : []), "outside training", ...(warning ? ["warning"] : [])],
    cells: (i) => [
      row?.[i] ?? i + 1,
      ...cells(i),
      ...(interval ? [interval[i]?.lower, interval[i]?.upper] : []),
      outside?.[i]?.join(" "),
      ...(warning ? [warning[i]] : []),
    ],
  };
}

const calculationNotFound = (id: string, type?: CalculationAnswer["type"]) =>
  new NotFound(
    `calculation ${id} is not there, or has no result yet`,
    type === "optimization" ? ERRORS.optimizationNotFound : ERRORS.batchPredictionNotFound,
  );
