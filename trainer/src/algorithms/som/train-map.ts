import type { Matrix } from "../../numeric/matrix.js";
import { CenterSearch } from "../../numeric/neighbours/center-search.js";
import type { Points } from "../../numeric/points.js";
import { principalAxes } from "../../numeric/rotations/principal-axes.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

interface MapShape {
  /** Units on each side of the map. */
  side: number;
  epochs: number;
}

export interface TrainedMap {
  /** Units, row by row of the map. */
  units: Points;
  /** Number of rows nearest to each unit, and the sums of their numbers. */
  counts: Int32Array;
  sums: Float64Array;
}

/** Final standard deviation of a unit's neighbourhood, in units: that of minisom's defaults after its usual decay. */
const FINAL_RADIUS = 0.1;
/** Most products between two checks of the clock. */
const MAX_PRODUCTS_PER_CALL = 4e7;

/**
 * Moves each unit, in each epoch, to the weighted mean of all rows. A row's weight is a Gaussian of the distance on the map
 * between the unit and the row's nearest unit. Its radius shrinks from half the map's side to FINAL_RADIUS by the same factor
 * each epoch.
 */
export async function trainMap(x: Matrix, { side, epochs }: MapShape, yieldToEventLoop: YieldToEventLoop): Promise<TrainedMap> {
  const units = await initialUnits(x, side, yieldToEventLoop);
  const search = new CenterSearch({ rows: x.nrow, width: x.ncol }, units.count);
  search.loadRows(x, 0, x.nrow);
  const initialRadius = side / 2;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const assigned = await assignRows(x, units, search, () => yieldToEventLoop(epoch / epochs));
    const radius = initialRadius * (FINAL_RADIUS / initialRadius) ** (epoch / Math.max(1, epochs - 1));
    moveUnits(units, assigned, side, radius);
  }
  return { units, ...(await assignRows(x, units, search, () => yieldToEventLoop(1))) };
}

/** Returns a grid on the plane of the first two principal components, two standard deviations wide on each side. */
async function initialUnits(x: Matrix, side: number, yieldToEventLoop: YieldToEventLoop): Promise<Points> {
  const { means, values, vectors } = await principalAxes(x, yieldToEventLoop);
  const units: Points = { count: side * side, width: x.ncol, values: new Float64Array(side * side * x.ncol) };
  for (let u = 0; u < units.count; u++) {
    const place = [Math.floor(u / side), u % side].map((at) => (2 * at) / (side - 1) - 1);
    for (let j = 0; j < x.ncol; j++) {
      let value = means[j];
      for (let a = 0; a < Math.min(2, vectors.length); a++) value += 2 * place[a] * Math.sqrt(values[a] / x.nrow) * vectors[a][j];
      units.values[u * x.ncol + j] = value;
    }
  }
  return units;
}

/** `search` holds the rows. */
async function assignRows(
  x: Matrix,
  units: Points,
  search: CenterSearch,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Pick<TrainedMap, "counts" | "sums">> {
  search.setCenters(units);
  const rowsPerCall = Math.max(8, Math.floor(MAX_PRODUCTS_PER_CALL / units.values.length / 8) * 8);
  for (let from = 0; from < x.nrow; from += rowsPerCall) {
    search.find(from, Math.min(from + rowsPerCall, x.nrow));
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  const { nearest } = search;
  const counts = new Int32Array(units.count);
  for (let i = 0; i < nearest.length; i++) counts[nearest[i]]++;
  const sums = new Float64Array(units.values.length);
  const ofUnits = new Float64Array(units.count);
  for (let j = 0; j < x.ncol; j++) {
    addByUnit(x.columns[j], nearest, ofUnits.fill(0));
    for (let u = 0; u < units.count; u++) sums[u * x.ncol + j] = ofUnits[u];
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  return { counts, sums };
}

/** Adds each row's number to the sum of its unit. */
function addByUnit(column: Float64Array, nearest: Int32Array, sums: Float64Array): void {
  for (let i = 0; i < column.length; i++) sums[nearest[i]] += column[i];
}

function moveUnits(units: Points, { counts, sums }: Pick<TrainedMap, "counts" | "sums">, side: number, radius: number): void {
  const { count, width, values } = units;
  // Neighbourhood weight by the number of rows, or columns, between two units.
  const nearness = Float64Array.from({ length: side }, (_, apart) => Math.exp((0 - apart * apart) / (2 * radius * radius)));
  const moved = new Float64Array(width);
  for (let u = 0; u < count; u++) {
    let total = 0;
    moved.fill(0);
    for (let v = 0; v < count; v++) {
      if (counts[v] === 0) continue;
      const weight = nearness[Math.abs(Math.floor(u / side) - Math.floor(v / side))] * nearness[Math.abs((u % side) - (v % side))];
      total += weight * counts[v];
      for (let j = 0; j < width; j++) moved[j] += weight * sums[v * width + j];
    }
    // A unit stays where it is if all its weights underflow to 0.
    if (total > 0) for (let j = 0; j < width; j++) values[u * width + j] = moved[j] / total;
  }
}
