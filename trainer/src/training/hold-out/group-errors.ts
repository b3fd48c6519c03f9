import { type GroupErrors, InvalidInput, type RowStructure } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { columnCodes, combineCodes, groupCodes, type ValueCodes } from "../../data/row-structure/group-codes.js";
import { type Column, type Table, takeRows } from "../../data/tables/table.js";
import { computeMetrics } from "../../evaluation/metrics/compute-metrics.js";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createRandom } from "../../numeric/random.js";
import { countDistinct } from "../../numeric/statistics.js";
import { takeTarget } from "../plan/target.js";
import { prepareTrainingSet } from "../prepare-training-set.js";
import { crossValidate, predictHeldOut } from "./cross-validate.js";
import { otherRowsMetrics } from "./other-rows.js";

/** The quick model: a few trees on a part of the rows. */
const QUICK_MODEL = { algorithm: "XGB", params: { rounds: 30, maxDepth: 4 } } as const;
/** Few enough for five folds by random rows, as by groups. */
const MAX_ROWS = 500;
/** Columns that are tried as the response: so many of the first, and of the last. A response mostly stands there. */
const RESPONSES_AT_END = 2;
const SEED = 1;
/** Most classes of a response of text. */
const MAX_CLASSES = 10;

/**
 * Returns the held-out errors of a quick model for known groups and for new ones, with one column after the other as the response.
 * Columns that are no response, because they name rows or hold one value, are passed over.
 */
export async function measureGroupErrors(
  all: Table,
  { groupColumns }: RowStructure,
  { totalRows, signal }: Pick<FitContext, "signal"> & { totalRows: number },
): Promise<GroupErrors[]> {
  const table = takeRows(all, firstGroups(groupCodes(all, groupColumns)));
  const codes = groupCodes(table, groupColumns);
  const groups = { codes, count: countDistinct(codes) };
  const identifiers = findIdentifierColumns(all, totalRows);
  const isCandidate = (column: Column) =>
    !groupColumns.includes(column.name) && !identifiers.has(column.name) && isResponse(column, groups);
  const candidates = table.columns.filter(isCandidate);
  const responses = new Set([...candidates.slice(0, RESPONSES_AT_END), ...candidates.slice(-RESPONSES_AT_END)]);
  const errors: GroupErrors[] = [];
  for (const response of responses) {
    const context = { random: createRandom(SEED), progress: () => undefined, signal, threads: 1 };
    const measured = await measureErrors(table, { response, groupColumns }, context);
    if (measured) errors.push(measured);
  }
  return errors;
}

/** Returns rows of the first groups, at most MAX_ROWS. */
function firstGroups(groups: Int32Array): Int32Array {
  const last = groups[Math.min(MAX_ROWS, groups.length) - 1];
  return Int32Array.from(groups.keys())
    .filter((row) => groups[row] <= last)
    .subarray(0, MAX_ROWS);
}

/** Returns true for numbers and classes that differ within groups. */
function isResponse(column: Column, groups: ValueCodes): boolean {
  const own = columnCodes(column);
  const differs = combineCodes(groups, own).count > groups.count;
  return differs && (column.type === "n" || (column.type === "s" && own.count <= MAX_CLASSES));
}

async function measureErrors(
  table: Table,
  { response, groupColumns }: { response: Column; groupColumns: string[] },
  context: FitContext,
): Promise<GroupErrors | undefined> {
  const type = response.type === "n" ? "REGRESSION" : "CLASSIFICATION";
  try {
    const { trainingSet } = prepareTrainingSet(
      {
        type,
        response: response.name,
        layers: [{ nodes: [{ ...QUICK_MODEL }] }],
        validation: { rows: "groups", groupColumns, folds: FOLD_COUNT },
        maxFpr: 1,
        seed: SEED,
        leaveOutLeaks: true,
      },
      table,
    );
    const validated = await crossValidate(trainingSet, context);
    const { prediction } = predictHeldOut(validated, takeRows(trainingSet.table, validated.heldOutRows));
    const ofNew = computeMetrics(type, { prediction, target: takeTarget(trainingSet.target, validated.heldOutRows) }, context.random);
    const ofKnown = (await otherRowsMetrics(trainingSet, validated, context))?.indicators;
    const error = ({ RMSE, Accuracy }: typeof ofNew) => RMSE ?? (typeof Accuracy === "number" ? 1 - Accuracy : undefined);
    const [known, fresh] = [error(ofKnown ?? {}), error(ofNew)];
    if (typeof known !== "number" || typeof fresh !== "number") return undefined;
    return { response: response.name, measure: type === "REGRESSION" ? "RMSE" : "error_rate", known, new: fresh };
  } catch (problem) {
    // A column that no model can predict, such as one that is nearly empty, says nothing here.
    if (problem instanceof InvalidInput) return undefined;
    throw problem;
  }
}
