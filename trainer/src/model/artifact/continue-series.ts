import type { FittedForecast } from "../../algorithms/base/fitted-forecast.js";
import type { Table } from "../../data/tables/table.js";
import type { Graph, GraphNode } from "./graph.js";

/** Returns a model of forecasters that goes on from these rows, whose values of the response are given. */
export function continueSeries(graph: Graph, rows: Table, values: Float64Array): Graph {
  return mapForecasters(graph, (model, { encoder }) => model.continueWith(encoder.encode(rows).columns, values));
}

/** Returns a model of forecasters that knows one of their series. */
export function forecasterOfSeries(graph: Graph, code: number): Graph {
  return mapForecasters(graph, (model) => model.ofSeries(code));
}

function mapForecasters(graph: Graph, change: (model: FittedForecast, node: GraphNode) => FittedForecast): Graph {
  const layers = graph.layers.map((layer) => layer.map((node) => ({ ...node, model: change(node.model as FittedForecast, node) })));
  return { ...graph, layers };
}
