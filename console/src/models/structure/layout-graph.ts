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

/** Pixels of a box, and between boxes. */
const WIDTH = 168;
export const BOX_HEIGHT = 44;
const GAP = { x: 48, y: 16 };

/** On a phone the graph runs downwards: three boxes fit side by side on 360 pixels. */
const PHONE = { room: 298, leastWidth: 90, gap: { x: 14, y: 28 } };

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

/** Places of the boxes. Ranks go from left to right, or downwards; the boxes of a rank are centred in the other direction. */
export function placeBoxes({ nodes, ranks, places }: ModelDiagram, downwards: boolean) {
  const width = downwards ? Math.min(WIDTH, Math.max(PHONE.leastWidth, (PHONE.room - (places - 1) * PHONE.gap.x) / places)) : WIDTH;
  const gap = downwards ? PHONE.gap : GAP;
  const step = { x: width + gap.x, y: BOX_HEIGHT + gap.y };
  const size = { width: (downwards ? places : ranks) * step.x - gap.x, height: (downwards ? ranks : places) * step.y - gap.y };
  const inRank = (rank: number) => nodes.filter((node) => node.rank === rank).length;
  /** Number of steps from the first place of the fullest rank. */
  const across = ({ rank, place }: DiagramNode) => (places - inRank(rank)) / 2 + place;
  return {
    width,
    size,
    left: (node: DiagramNode) => step.x * (downwards ? across(node) : node.rank),
    top: (node: DiagramNode) => step.y * (downwards ? node.rank : across(node)),
  };
}
