/**
 * Measures whether a response depends on blocks of consecutive rows: whether a quick model is worse for blocks that it has not seen
 * than for random rows.
 */
import { type GroupErrors, InvalidInput, isSupervised, type RowStructure } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { findConsecutiveBlocks } from "../../data/row-structure/find-consecutive-blocks.js";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { columnCodes } from "../../data/row-structure/group-codes.js";
import { type Column, findColumn, requireColumn, type Table, takeRows } from "../../data/tables/table.js";
import { argmaxClasses } from "../../evaluation/metrics/classification-metrics.js";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createRandom } from "../../numeric/random.js";
import { countDistinct } from "../../numeric/statistics.js";
import { crossValidate } from "../hold-out/cross-validate.js";
import { predictHeldOut } from "../hold-out/predict-held-out.js";
import { type HiddenColumns, withoutHidden } from "../plan/hidden-columns.js";
import type { ModelRequest } from "../plan/plan.js";
import { rowsWithValue } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";
import { findGroups, isLeftToData, type MeasuredOrder } from "../validation/resolve-validation.js";
import { quickModelRequest, responsesToTry } from "./quick-model.js";

/** Few enough for folds by random rows. */
const MAX_ROWS = 900;
/** Least ratio of the errors, and least difference of the absolute errors in standard errors over the blocks. */
const MIN_RATIO = 1.25;
const MIN_STANDARD_ERRORS = 2;
/** Largest share of rows whose class is in no other block. No model knows a class that it has not seen, however the rows are related. */
const MAX_SHARE_OF_LONE_CLASSES = 0.1;
const SEED = 1;

type Signal = Pick<FitContext, "signal">;

/**
 * Returns the blocks of consecutive rows with the errors of the quick model, one column after the other as the response; undefined if
 * no response depends on blocks. The rows must have no other structure.
 */
export async function measureConsecutiveBlocks(
  table: Table,
  { totalRows, signal }: Signal & { totalRows: number },
): Promise<RowStructure | undefined> {
  const identifiers = findIdentifierColumns(table, totalRows);
  const candidates = table.columns.filter((column) => !identifiers.has(column.name) && columnCodes(column).count > 1);
  const errors: GroupErrors[] = [];
  for (const column of responsesToTry(candidates)) {
    const { name } = column;
    const rows = firstRows(rowsWith(table, column));
    const measured = findConsecutiveBlocks(rows, name) && (await blockErrors(rows, { response: name }, { signal }));
    if (measured) errors.push(measured);
  }
  const [first] = errors;
  const blocks = first && findConsecutiveBlocks(rowsWith(table, requireColumn(table, first.response)), first.response);
  return blocks && { kind: "consecutive", groupColumns: [], namingColumns: [], groups: countDistinct(blocks), sharing: 1, errors };
}

/**
 * Returns the request with the remark that the response depends on blocks of consecutive rows, if the data decide which rows are held
 * out and have no other structure. Otherwise returns the request unchanged.
 */
export async function withMeasuredBlocks<Request extends ModelRequest & HiddenColumns>(
  request: Request,
  all: Table,
  context: Signal,
): Promise<Request & MeasuredOrder> {
  const { type, response, validation, timeSeries } = request;
  const mayFindBlocks = !validation || isLeftToData(validation);
  if (!mayFindBlocks || timeSeries || !isSupervised(type) || response === undefined) return request;
  const known = findColumn(all, response);
  if (!known) return request;
  const table = rowsWith(all, known);
  const rows = firstRows(withoutHidden(table, request));
  if (!findConsecutiveBlocks(rows, response)) return request;
  if (findTimeOrder(table, [response]) !== undefined || findGroups(request, table)) return request;
  return (await blockErrors(rows, { response, columns: columnsOf(request) }, context)) ? { ...request, dependsOnBlocks: true } : request;
}

/**
 * Returns the columns that the model learns from; undefined if it may learn from all. An automatic training leaves out leaks, and all
 * its models are judged by the same rows, whatever columns their nodes name.
 */
function columnsOf({ columns, leaveOutLeaks, layers: [first] }: ModelRequest): string[] | undefined {
  if (columns || leaveOutLeaks || !first?.nodes.every((node) => node.columns)) return columns;
  return [...new Set(first.nodes.flatMap((node) => node.columns ?? []))];
}

const rowsWith = (table: Table, column: Column): Table => takeRows(table, rowsWithValue(column));

const firstRows = (table: Table): Table =>
  takeRows(
    table,
    Int32Array.from({ length: Math.min(MAX_ROWS, table.nrow) }, (_, row) => row),
  );

/**
 * Returns the errors of the quick model for random rows and for new blocks; undefined if it is not clearly worse for new blocks.
 * Blocks are found in the table; the model learns from the columns, or from all.
 */
async function blockErrors(
  table: Table,
  { response, columns }: { response: string; columns?: string[] | undefined },
  { signal }: Signal,
): Promise<GroupErrors | undefined> {
  const context: FitContext = { random: createRandom(SEED), progress: () => undefined, signal };
  try {
    const request = quickModelRequest(table, { response, columns, validation: { rows: "groups", folds: FOLD_COUNT } });
    const { trainingSet } = prepareTrainingSet(request, table);
    const { validation } = trainingSet;
    if (validation?.groupedBy !== "consecutive") return undefined;
    if (shareOfLoneClasses(trainingSet.target, validation.groups!) > MAX_SHARE_OF_LONE_CLASSES) return undefined;
    const ofNew = await heldOutLosses(trainingSet, context);
    const random = { splitter: { rows: "random" }, folds: FOLD_COUNT } as const;
    const ofKnown = await heldOutLosses({ ...trainingSet, validation: random }, context);
    const isNumber = trainingSet.target.kind === "number";
    const [known, fresh] = [ofKnown, ofNew].map((losses) => {
      const meanOf = (of: (loss: number) => number) => losses.reduce((sum, loss) => sum + of(loss), 0) / losses.length;
      return isNumber ? Math.sqrt(meanOf((loss) => loss ** 2)) : meanOf((loss) => loss);
    });
    const increase = ofNew.map((loss, row) => loss - ofKnown[row]);
    const isWorse = fresh >= MIN_RATIO * known && standardErrorsOf(increase, validation.groups!) >= MIN_STANDARD_ERRORS;
    return isWorse ? { response, measure: isNumber ? "RMSE" : "error_rate", known, new: fresh } : undefined;
  } catch (problem) {
    if (problem instanceof InvalidInput) return undefined;
    throw problem;
  }
}

/**
 * Returns the share of the rows whose class is in no other group, as in a table in which the rows of a class stand together; 0 for
 * numbers.
 */
function shareOfLoneClasses(target: TrainingSet["target"], groups: Int32Array): number {
  if (target.kind !== "class") return 0;
  const groupsOf = target.labels.map(() => new Set<number>());
  for (const [row, code] of target.codes.entries()) groupsOf[code]?.add(groups[row]);
  return target.codes.filter((code) => groupsOf[code]?.size === 1).length / target.codes.length;
}

/** Returns the absolute error of each row, or 1 for a wrong class, by the model that did not see the row. */
async function heldOutLosses(trainingSet: TrainingSet, context: FitContext): Promise<Float64Array> {
  const validated = await crossValidate(trainingSet, context);
  const { heldOutRows } = validated;
  const prediction = predictHeldOut(validated, takeRows(trainingSet.table, heldOutRows));
  const { target } = trainingSet;
  const losses = new Float64Array(trainingSet.table.nrow);
  if (target.kind === "number")
    for (const [at, row] of heldOutRows.entries()) losses[row] = Math.abs(prediction.values![at] - target.values[row]);
  if (target.kind === "class") {
    const answers = argmaxClasses(prediction.probabilities!, target.labels.length);
    for (const [at, row] of heldOutRows.entries()) losses[row] = answers[at] === target.codes[row] ? 0 : 1;
  }
  return losses;
}

/** Returns the sum of the differences in standard errors. The differences of a block are not independent. */
function standardErrorsOf(differences: Float64Array, groups: Int32Array): number {
  const sums = new Float64Array(groups.reduce((most, group) => Math.max(most, group), 0) + 1);
  for (const [row, group] of groups.entries()) sums[group] += differences[row];
  const error = Math.hypot(...sums);
  return error > 0 ? sums.reduce((sum, each) => sum + each, 0) / error : 0;
}
