import type { ModelGraph } from "@agatha/contracts";
import { layoutGraph, placeBoxes } from "./layout-graph.js";

const column = (id: string) => ({ id, kind: "column" as const, label: id, layer: 0 });
const algorithm = (id: string, layer: number) => ({ id, kind: "algorithm" as const, label: "RF", layer });

test("columns with the same uses share a box, and ranks follow the layers with a rotation before its algorithm", () => {
  const graph: ModelGraph = {
    nodes: [
      ...["age", "cement", "water"].map(column),
      { id: "1.1 rotation", kind: "rotation", label: "pca", layer: 1 },
      algorithm("1.1", 1),
      algorithm("2.1", 2),
      { id: "answer", kind: "answer", label: "strength", layer: 3 },
    ],
    edges: [
      { from: "age", to: "1.1 rotation" },
      { from: "cement", to: "1.1 rotation" },
      { from: "water", to: "2.1" },
      { from: "1.1 rotation", to: "1.1" },
      { from: "1.1", to: "2.1" },
      { from: "2.1", to: "answer" },
    ],
  };
  const { nodes, edges, ranks, places } = layoutGraph(graph);
  expect(nodes.map(({ labels, rank, place }) => [labels, rank, place])).toEqual([
    [["age", "cement"], 0, 0],
    [["water"], 0, 1],
    [["pca"], 1, 0],
    [["RF"], 2, 0],
    [["RF"], 3, 0],
    [["strength"], 4, 0],
  ]);
  expect(edges.map(({ from, to }) => [from.labels, to.rank])).toEqual([
    [["age", "cement"], 1],
    [["water"], 3],
    [["pca"], 2],
    [["RF"], 3],
    [["RF"], 4],
  ]);
  expect([ranks, places]).toEqual([5, 2]);
});

const chain = (ranks: number, places: number) => ({
  nodes: Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: rank === 1 ? places : 1 }, (_, place) => ({
      id: `${rank}.${place}`,
      kind: "algorithm" as const,
      labels: ["RF"],
      rank,
      place,
    })),
  ).flat(),
  edges: [],
  ranks,
  places,
});

test.each([
  ["one algorithm", 3, 1],
  ["three algorithms, and one that learns from them", 4, 3],
])("downwards, the graph of %s fits a phone of 360 pixels", (_sentence, ranks, places) => {
  const diagram = chain(ranks, places);
  const { width, size, left, top } = placeBoxes(diagram, true);
  expect(size.width).toBeLessThanOrEqual(298);
  for (const node of diagram.nodes) {
    expect(left(node)).toBeGreaterThanOrEqual(0);
    expect(left(node) + width).toBeLessThanOrEqual(size.width);
  }
  expect(new Set(diagram.nodes.map((node) => top(node))).size).toBe(ranks);
});

test("from left to right, a single box stands beside the middle of the tallest rank", () => {
  const { left, top, size } = placeBoxes(chain(3, 3), false);
  const [first, ...others] = chain(3, 3).nodes;
  expect([left(first!), top(first!)]).toEqual([0, 60]);
  expect(others.slice(0, 3).map((node) => [left(node), top(node)])).toEqual([0, 60, 120].map((y) => [216, y]));
  expect(size).toEqual({ width: 600, height: 164 });
});
