import type { Table } from "../../../data/tables/table.js";
import { createRandom } from "../../../numeric/random.js";
import { createTable } from "../../../testing/create-table.js";
import { modelRequest } from "../../../testing/train-on-table.js";
import type { ModelRequest } from "../../plan/plan.js";

export const DAY = 86_400_000;

/** Returns the days of 1970 and after, `count` of them from number `from` on. */
export const days = (count: number, from = 0) => Array.from({ length: count }, (_, i) => new Date((from + i) * DAY));

/** Series that depends only on its last two values and does not converge: y = 1.6 y₁ − 0.95 y₂ + 1, from 3 and 5 on. */
export function linearRecurrence(count: number): number[] {
  const y = [3, 5];
  while (y.length < count) y.push(1.6 * y[y.length - 1] - 0.95 * y[y.length - 2] + 1);
  return y;
}

/** Random walk, of which only the value before is informative. */
export function randomWalk(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const y = [0];
  while (y.length < count) y.push(y[y.length - 1] + random.normal());
  return y;
}

/** Returns a request for a linear model of two lags of `y` with five days ahead. */
export const seriesRequest = (overrides: Partial<ModelRequest> = {}) =>
  modelRequest("REGRESSION", "GLM", {
    response: "y",
    timeSeries: { time: "when", lags: 2, horizon: 5 },
    layers: [{ nodes: [{ algorithm: "GLM", params: { ridge: 0 } }] }],
    ...overrides,
  });

/** Returns a table of so many days of the recurrence. */
export const recurrenceTable = (count: number): Table => createTable({ when: days(count), y: linearRecurrence(count) });
