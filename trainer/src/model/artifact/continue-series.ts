import type { FittedForecast } from "../../algorithms/base/forecaster.js";
import type { Table } from "../../data/tables/table.js";
import type { Graph } from "./graph.js";

/** Returns a model of forecasters that goes on from these rows, whose values of the response are given. */
export function continueSeries(graph: Graph, rows: Table, values: Float64Array): Graph {
  const layers = graph.layers.map((layer) =>
    layer.map((node) => ({ ...node, model: (node.model as FittedForecast).continueWith(node.encoder.encode(rows).columns, values) })),
  );
  return { ...graph, layers };
}
