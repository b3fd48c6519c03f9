import type { ModelGraph } from "@agatha/contracts";
import type { TrainedModel } from "../artifact/artifact.js";

/** The model as a picture: its columns (layer 0), its algorithms by layer, and the answer. */
export function describeGraph({ graph, inputs, response, type }: Pick<TrainedModel, "graph" | "inputs" | "response" | "type">): ModelGraph {
  const columns = inputs.map(({ name }) => name);
  const last = graph.layers.length;
  const columnId = (name: string) => `column ${columns.indexOf(name)}`;
  const nodes: ModelGraph["nodes"] = columns.map((name) => ({ id: columnId(name), kind: "column", label: name, layer: 0 }));
  const edges: ModelGraph["edges"] = [];
  for (const [l, layer] of graph.layers.entries()) {
    for (const node of layer) {
      nodes.push({ id: node.id, kind: "algorithm", label: node.algorithm, layer: l + 1 });
      for (const { name } of node.encoder.state.columns) if (columns.includes(name)) edges.push({ from: columnId(name), to: node.id });
      for (const earlier of graph.layers.slice(0, l).flat()) edges.push({ from: earlier.id, to: node.id });
      if (l + 1 === last) edges.push({ from: node.id, to: "answer" });
    }
  }
  nodes.push({ id: "answer", kind: "answer", label: response ?? type, layer: last + 1 });
  return { nodes, edges };
}
