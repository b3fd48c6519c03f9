/** A quick model that measures how much the choice of the held-out rows changes the error. */
import { InvalidInput, type RowValidation } from "@agatha/contracts";
import { TRIED_RESPONSES } from "@agatha/contracts/kinds/limits";
import { columnCodes } from "../../data/row-structure/group-codes.js";
import { type Column, requireColumn, type Table, takeRows } from "../../data/tables/table.js";
import { computeMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createRandom } from "../../numeric/random.js";
import { crossValidate } from "../hold-out/cross-validate.js";
import { predictHeldOut } from "../hold-out/predict-held-out.js";
import { type ModelRequest, plannedColumns } from "../plan/plan.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";

/** A few trees. */
const QUICK_MODEL = { algorithm: "XGB", params: { rounds: 30, maxDepth: 4 } } as const;
const SEED = 1;

/** Errors of the quick model: RMSE of numbers, share of wrong answers of classes. */
interface QuickModelErrors {
  measure: "RMSE" | "error_rate";
  /** For the rows that the validation is about. */
  asked: number;
  /** For the other rows: rows of known groups if whole groups are held out, and random rows if the latest are. */
  other: number;
}

/** Returns the columns of numbers and of few classes that are tried as the response, at most twelve. */
export function responsesToTry(columns: readonly Column[]): Column[] {
  const { atEnd, mostClasses } = TRIED_RESPONSES;
  const candidates = columns.filter((column) => column.type === "n" || (column.type === "s" && columnCodes(column).count <= mostClasses));
  return [...new Set([...candidates.slice(0, atEnd), ...candidates.slice(-atEnd)])];
}

/** Returns the request of the quick model. */
export function quickModelRequest(
  table: Table,
  request: { response: string; validation: RowValidation; columns?: string[] | undefined },
): ModelRequest {
  const type = requireColumn(table, request.response).type === "n" ? "REGRESSION" : "CLASSIFICATION";
  return { ...request, type, layers: [{ nodes: [{ ...QUICK_MODEL }] }], maxFpr: 1, seed: SEED, leaveOutLeaks: true };
}

/**
 * Returns the errors of the quick model on rows held out by the validation, and on random ones. For known groups it also learns from
 * the columns that only name the group, as a model that is made for them does. Returns undefined for a response that no model can
 * predict, such as one that is nearly empty.
 */
export async function quickModelErrors(
  table: Table,
  request: { response: string; validation: RowValidation },
  signal: FitContext["signal"],
): Promise<QuickModelErrors | undefined> {
  const fullRequest = quickModelRequest(table, request);
  try {
    const { trainingSet, warnings } = prepareTrainingSet(fullRequest, table);
    const names = warnings.flatMap(({ code, column }) => (code === "names_the_group" && column !== undefined ? [column] : []));
    const columns = [...plannedColumns(trainingSet.plan), ...names];
    const ofRandom = prepareTrainingSet({ ...fullRequest, columns, validation: { rows: "random" } }, table);
    const asked = await heldOutError(trainingSet, signal);
    const other = await heldOutError(ofRandom.trainingSet, signal);
    if (asked === undefined || other === undefined) return undefined;
    return { measure: fullRequest.type === "REGRESSION" ? "RMSE" : "error_rate", asked, other };
  } catch (problem) {
    if (problem instanceof InvalidInput) return undefined;
    throw problem;
  }
}

/** Returns the error on the held-out rows; undefined if there is none. */
async function heldOutError(trainingSet: TrainingSet, signal: FitContext["signal"]): Promise<number | undefined> {
  const context: FitContext = { random: createRandom(SEED), progress: () => undefined, signal };
  const validated = await crossValidate(trainingSet, context);
  const { heldOutRows } = validated;
  const prediction = predictHeldOut(validated, takeRows(trainingSet.table, heldOutRows));
  const target = takeTarget(trainingSet.target, heldOutRows);
  const { RMSE, Accuracy } = computeMetrics(trainingSet.plan.type, { prediction, target }, context.random);
  if (typeof RMSE === "number") return RMSE;
  return typeof Accuracy === "number" ? 1 - Accuracy : undefined;
}
