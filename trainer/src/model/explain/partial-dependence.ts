import { calibrate, type ModelInput, type PartialDependence } from "@agatha/contracts";
import { type Column, findColumn, type Table, takeRows } from "../../data/tables/table.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { TrainedModel } from "../artifact/artifact.js";
import { predictGraph } from "../artifact/graph.js";

/** Number of training rows in the average. */
const SAMPLE_ROWS = 200;
/** Largest number of values of a column in the grid. */
const GRID_SIZE = 20;

/**
 * Computes the partial dependence (Friedman 2001) of the named columns over the first rows of the model's sample. A point is the
 * mean prediction when the column has a grid value in every row and the other columns keep theirs. Clusters have none, since
 * cluster numbers have no mean.
 */
export async function partialDependence(
  model: TrainedModel,
  names: readonly string[],
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
    for (const value of grid) {
      means.push(meanPrediction(model, withValue(rows, name, value)));
      const pending = yieldToEventLoop(found.length / names.length);
      if (pending) await pending;
    }
    const labels = model.type === "CLASSIFICATION" ? model.graph.labels : [null];
    const curves = labels.map((label, k) => ({ label, values: means.map((mean) => (Number.isFinite(mean[k]) ? mean[k] : null)) }));
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
function meanPrediction({ graph, calibration }: TrainedModel, table: Table): number[] {
  const { values, scores, probabilities } = predictGraph(graph, table);
  const labels = Math.max(1, graph.labels.length);
  const outputs = probabilities && calibration ? calibrate(probabilities, labels, calibration) : (probabilities ?? values ?? scores ?? []);
  const sums = new Array<number>(probabilities ? labels : 1).fill(0);
  for (let p = 0; p < outputs.length; p++) sums[p % sums.length] += outputs[p];
  return sums.map((sum) => sum / table.nrow);
}
