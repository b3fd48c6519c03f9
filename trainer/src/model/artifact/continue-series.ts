import type { FittedForecast } from "../../algorithms/base/forecaster.js";
import type { Graph } from "./graph.js";

/** Returns a model of forecasters that goes on from these values of the response, by the number of their period. */
export function continueSeries(graph: Graph, periods: Float64Array, values: Float64Array): Graph {
  const layers = graph.layers.map((layer) =>
    layer.map((node) => ({ ...node, model: (node.model as FittedForecast).continueWith(periods, values) })),
  );
  return { ...graph, layers };
}
