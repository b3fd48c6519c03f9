import type { ModelGraph } from "@agatha/contracts";
import { sourceColumns } from "../../data/encoding/encoder-state.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { GraphNode } from "../../model/artifact/graph.js";

/** Describes the model as a graph: its columns (layer 0), its algorithms by layer, each after its optional rotation, and the response. */
export function describeGraph({ graph, inputs, response, type }: Pick<TrainedModel, "graph" | "inputs" | "response" | "type">): ModelGraph {
  const columns = inputs.map(({ name }) => name);
  const last = graph.layers.length;
  const columnId = (name: string) => `column ${columns.indexOf(name)}`;
  const nodes: ModelGraph["nodes"] = columns.map((name) => ({ id: columnId(name), kind: "column", label: name, layer: 0 }));
  const edges: ModelGraph["edges"] = [];
  const levelColumns = graph.level ? [graph.level.mean, graph.level.deviation] : [];
  for (const [l, layer] of graph.layers.entries()) {
    for (const node of layer) {
      const { entry, ...own } = drawNode(node, l + 1);
      nodes.push(...own.nodes);
      edges.push(...own.edges);
      const used = new Set([...node.encoder.state.columns.flatMap(sourceColumns), ...levelColumns]);
      for (const name of columns) if (used.has(name)) edges.push({ from: columnId(name), to: entry });
      for (const earlier of graph.layers.slice(0, l).flat()) edges.push({ from: earlier.id, to: entry });
      if (l + 1 === last) edges.push({ from: node.id, to: "answer" });
    }
  }
  nodes.push({ id: "answer", kind: "answer", label: response ?? type, layer: last + 1 });
  return { nodes, edges };
}

/** Returns the algorithm's node, and its rotation's node before it. The first of them is the `entry`. */
function drawNode({ id, algorithm, rotation }: GraphNode, layer: number): ModelGraph & { entry: string } {
  const itself = { id, kind: "algorithm" as const, label: algorithm, layer };
  if (!rotation) return { entry: id, nodes: [itself], edges: [] };
  const entry = `${id} rotation`;
  return { entry, nodes: [{ id: entry, kind: "rotation", label: rotation, layer }, itself], edges: [{ from: entry, to: id }] };
}
