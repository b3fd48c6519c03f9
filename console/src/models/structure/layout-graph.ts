import type { ModelGraph } from "@agatha/contracts";

interface DiagramNode {
  id: string;
  kind: ModelGraph["nodes"][number]["kind"];
  /** Labels of the graph's nodes that this box stands for; more than one only for columns. */
  labels: string[];
  /** Place from the left, and from the top. */
  rank: number;
  place: number;
}

export interface ModelDiagram {
  nodes: DiagramNode[];
  edges: { from: DiagramNode; to: DiagramNode }[];
  ranks: number;
  /** Number of boxes in the tallest rank. */
  places: number;
}

type GraphNode = ModelGraph["nodes"][number];

/** Arranges a model's graph from its columns to its answer. Columns that the same algorithms learn from share a box. */
export function layoutGraph({ nodes, edges }: ModelGraph): ModelDiagram {
  const targetsOf = (id: string) => edges.filter(({ from }) => from === id).map(({ to }) => to);
  const boxes = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const key = node.kind === "column" ? `columns of ${targetsOf(node.id).toSorted().join(", ")}` : node.id;
    boxes.set(key, [...(boxes.get(key) ?? []), node]);
  }
  const used = [...new Set(nodes.map(depthOf))].sort((a, b) => a - b);
  const heights = new Array<number>(used.length).fill(0);
  const drawn = [...boxes].flatMap(([id, members]): DiagramNode[] => {
    const [first] = members;
    if (!first) return [];
    const rank = used.indexOf(depthOf(first));
    const place = heights[rank] ?? 0;
    heights[rank] = place + 1;
    return [{ id, kind: first.kind, labels: members.map(({ label }) => label), rank, place }];
  });
  const boxOf = new Map([...boxes].flatMap(([id, members]) => members.map((node) => [node.id, id] as const)));
  const byId = new Map(drawn.map((node) => [node.id, node]));
  const joined = new Map(
    edges.map(({ from, to }) => [`${boxOf.get(from)} → ${boxOf.get(to)}`, { from: boxOf.get(from), to: boxOf.get(to) }]),
  );
  const arrows = [...joined.values()].flatMap(({ from, to }) => {
    const ends = { from: byId.get(from ?? ""), to: byId.get(to ?? "") };
    return ends.from && ends.to ? [{ from: ends.from, to: ends.to }] : [];
  });
  return { nodes: drawn, edges: arrows, ranks: used.length, places: Math.max(0, ...heights) };
}

/** A rotation comes right before the algorithm of its layer. */
function depthOf({ kind, layer }: GraphNode): number {
  return kind === "rotation" ? layer - 0.5 : layer;
}
