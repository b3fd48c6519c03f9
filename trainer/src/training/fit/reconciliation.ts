import type { Table } from "../../data/tables/table.js";
import { type Hierarchy, sumParts } from "../../data/time-series/hierarchy.js";
import { type Graph, predictGraph } from "../../model/artifact/graph.js";
import type { Target } from "../../numeric/matrix.js";
import { minTraceWeights, type Reconciliation, shrunkCovariance } from "../../numeric/series/reconciliation.js";
import { periodInSeries, seriesCode } from "../../numeric/series/series-places.js";

/** Latest periods whose errors show how the errors of the series depend on each other. */
const MAX_ERRORS = 400;

/** Fitted forecasters with their training rows. */
interface FittedRows {
  table: Table;
  target: Target;
  hierarchy: Hierarchy | undefined;
}

/**
 * Returns the graph with the reconciliation of MinT, from the errors one period ahead on the training rows; without a hierarchy the
 * graph itself.
 */
export function withReconciliation(graph: Graph, { table, target, hierarchy }: FittedRows): Graph {
  if (!hierarchy || target.kind !== "number") return graph;
  const { values = new Float64Array(table.nrow) } = predictGraph(graph, table);
  const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
  const periodAt = (row: number) => periodInSeries(numbers[row]);
  const periods = [...new Set(Array.from(numbers.keys(), periodAt))].sort((a, b) => a - b).slice(-MAX_ERRORS);
  const place = new Map(periods.map((period, t): [number, number] => [period, t]));
  const errors = hierarchy.series.map(() => new Float64Array(periods.length).fill(Number.NaN));
  numbers.forEach((number, row) => {
    const t = place.get(periodAt(row));
    if (t !== undefined) errors[seriesCode(number)][t] = target.values[row] - values[row];
  });
  const parts = sumParts(hierarchy);
  const { nonNegative } = hierarchy;
  return { ...graph, reconciliation: { parts, nonNegative, weights: minTraceWeights(shrunkCovariance(errors), parts) } };
}

/** Returns the graph whose sums are those of the lowest series. */
export function withBottomUp(graph: Graph): Graph {
  const { reconciliation } = graph;
  return reconciliation ? { ...graph, reconciliation: bottomUp(reconciliation) } : graph;
}

/** Returns the reconciliation by the lowest series alone. */
const bottomUp = ({ parts, nonNegative }: Reconciliation): Reconciliation => ({ parts, nonNegative });
