import { takeRows } from "../../data/tables/table.js";
import { forecastFloors } from "../../data/time-series/forecast-floors.js";
import { findZeroLevels } from "../../data/time-series/zero-levels.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { takeSplitter } from "../../numeric/split.js";
import { trainingRows } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { fitGraph, type LayerOutputs } from "./fit-graph.js";
import { withReconciliation } from "./reconciliation.js";

/**
 * Fits the model on these rows of the training set. Later layers learn from `outOfFold`, which has all rows of the training set, or
 * else from fits of their own.
 */
export async function fitRows(
  { table, target, plan, semilabel, validation, series }: TrainingSet,
  rows: Int32Array,
  context: FitContext,
  outOfFold?: LayerOutputs,
) {
  const learnedRows = semilabel ? trainingRows(semilabel, rows) : rows;
  const part = takeRows(table, learnedRows);
  const splitter = validation && takeSplitter(validation.splitter, learnedRows);
  const partTarget = takeTarget(target, learnedRows);
  const outputs = outOfFold?.map((columns) => takeRows({ nrow: table.nrow, columns: [...columns] }, learnedRows).columns);
  const { graph: fitted, dropped } = await fitGraph({ table: part, target: partTarget }, plan, { ...context, splitter }, outputs);
  const reconciled = withReconciliation(fitted, { table: part, target: partTarget, hierarchy: series?.periods.hierarchy });
  if (!series?.forecasts || partTarget.kind !== "number") return { graph: reconciled, dropped };
  const { periods, entries } = series;
  const numbers = Float64Array.from(learnedRows, (row) => periods.index[entries[row]]);
  const floors = forecastFloors({ numbers, values: partTarget.values, count: periods.series?.length ?? 1 });
  const zeroLevels = findZeroLevels(partTarget.values, part, series.knownAhead);
  return { graph: { ...reconciled, floors, zeroLevels }, dropped };
}
