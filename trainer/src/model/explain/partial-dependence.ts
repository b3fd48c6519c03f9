import type { ModelInput, PartialDependence } from "@agatha/contracts";
import { type Column, findColumn, type Table, takeRows } from "../../data/tables/table.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { TrainedModel } from "../artifact/artifact.js";
import { predictGraph } from "../artifact/graph.js";
import { calibratedProbabilities } from "../artifact/prediction-result.js";

/** Number of training rows in the average. */
const SAMPLE_ROWS = 200;
/** Largest number of values of a column in the grid. */
const GRID_SIZE = 20;

/** Largest number of classes with curves of single rows. */
const MAX_INDIVIDUAL_CLASSES = 8;

/** Rows with a curve each, and their row numbers in the dataset. */
interface IndividualRows {
  table: Table;
  rows: ArrayLike<number>;
}

/**
 * Computes the partial dependence (Friedman 2001) of the named columns over the first rows of the model's sample. A point is the
 * mean prediction when the column has a grid value in every row and the other columns keep theirs. Adds the curves of the
 * individual rows (Goldstein et al. 2015). Clusters have none, since cluster numbers have no mean.
 */
export async function partialDependence(
  model: TrainedModel,
  { names, individual }: { names: readonly string[]; individual: IndividualRows },
  yieldToEventLoop: YieldToEventLoop,
): Promise<PartialDependence[]> {
  const rows = takeRows(
    model.trainingSample,
    Int32Array.from({ length: Math.min(SAMPLE_ROWS, model.trainingSample.nrow) }, (_, i) => i),
  );
  const found: PartialDependence[] = [];
  for (const name of names) {
    const input = model.inputs.find((one) => one.name === name);
    const column = findColumn(model.trainingSample, name);
    if (!input || !column) continue;
    const grid = gridOf(column, input);
    const means: number[][] = [];
    const singles: ArrayLike<number>[] = [];
    for (const value of grid) {
      means.push(meanPrediction(model, withValue(rows, name, value)));
      singles.push(predictOutputs(model, withValue(individual.table, name, value)).outputs);
      const pending = yieldToEventLoop(found.length / names.length);
      if (pending) await pending;
    }
    const labels = model.type === "CLASSIFICATION" ? model.graph.labels : [null];
    const individualCurves = (k: number) =>
      Array.from(individual.rows, (row, i) => ({ row, values: singles.map((outputs) => sevenDigits(outputs[i * labels.length + k])) }));
    const curves = labels.map((label, k) => ({
      label,
      values: means.map((mean) => (Number.isFinite(mean[k]) ? mean[k] : null)),
      ...(k < MAX_INDIVIDUAL_CLASSES && { individual: individualCurves(k) }),
    }));
    found.push({ column: name, grid, curves });
  }
  return found;
}

/** Returns the distinct quantiles of a column, ascending, or its most frequent levels. */
function gridOf(column: Column, input: ModelInput): number[] | string[] {
  if (column.type === "s") return input.levels.slice(0, GRID_SIZE);
  const sorted = column.values.filter(Number.isFinite).sort();
  const quantiles = Array.from({ length: GRID_SIZE }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (GRID_SIZE - 1))]);
  return [...new Set(quantiles)].filter((value) => value !== undefined);
}

function withValue(rows: Table, name: string, value: number | string): Table {
  return { nrow: rows.nrow, columns: rows.columns.map((column) => (column.name === name ? fillColumn(column, value) : column)) };
}

function fillColumn(column: Column, value: number | string): Column {
  if (column.type === "s") return { ...column, codes: new Int32Array(column.codes.length).fill(column.levels.indexOf(String(value))) };
  return { ...column, values: new Float64Array(column.values.length).fill(Number(value)) };
}

/** Returns the mean of numbers or scores, or one mean per class of the calibrated probabilities. */
function meanPrediction(model: TrainedModel, table: Table): number[] {
  const { outputs, perRow } = predictOutputs(model, table);
  const sums = new Array<number>(perRow).fill(0);
  for (let p = 0; p < outputs.length; p++) sums[p % perRow] += outputs[p];
  return sums.map((sum) => sum / table.nrow);
}

/** Returns numbers or scores, one per row, or the calibrated probabilities of the classes, row by row. */
function predictOutputs(model: TrainedModel, table: Table): { outputs: ArrayLike<number>; perRow: number } {
  const { values, scores, probabilities } = predictGraph(model.graph, table);
  if (!probabilities) return { outputs: values ?? scores ?? [], perRow: 1 };
  return { outputs: calibratedProbabilities(model, probabilities), perRow: model.graph.labels.length };
}

function sevenDigits(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(7)) : null;
}
