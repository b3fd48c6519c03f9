import { takeRows } from "../../data/tables/table.js";
import { decodeArtifact, encodeArtifact } from "../../model/artifact/artifact.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const random = createRandom(6);
const rows = Array.from({ length: 300 }, (_, i) => i);
/** x and y are correlated except in row 0, whose values are usual in each column alone. x has missing values, and `kind` is text. */
const along = rows.map(() => random.normal());
const table = createTable({
  x: along.map((value, i) => (i === 0 ? 0.8 : i % 50 === 7 ? null : value + 0.05 * random.normal())),
  y: along.map((value, i) => (i === 0 ? -0.8 : value + 0.05 * random.normal())),
  kind: rows.map((i) => (i % 2 ? "a" : "b")),
});

const asked = (rotation: "pca" | "dobin" | "none", columns = ["x", "y"]) =>
  modelRequest("OCC", "iForest", { columns, layers: [{ nodes: [{ algorithm: "iForest", rotation }] }] });

/** Returns the number of rows with a higher score than row 0. */
async function rankOfOdd(rotation: "pca" | "dobin" | "none"): Promise<number> {
  const { artifact } = await trainOnTable(table, asked(rotation));
  const { scores } = predictGraph(decodeArtifact(artifact).graph, table);
  return scores!.filter((score) => score > scores![0]).length;
}

test("isolation trees find a row that breaks a correlation after a rotation, and not without one", async () => {
  expect(await rankOfOdd("none")).toBeGreaterThan(10);
  expect(await rankOfOdd("pca")).toBeLessThan(3);
});

describe.each(["pca", "dobin"] as const)("a model with the rotation %s", (rotation) => {
  const trained = trainOnTable(table, asked(rotation, ["x", "y", "kind"]));

  test("a rotated model scores the same to the bit after saving and loading, for any selection of rows", async () => {
    const { artifact } = await trained;
    const read = decodeArtifact(artifact);
    expect(Buffer.compare(encodeArtifact(read), artifact)).toBe(0);
    const { scores } = predictGraph(read.graph, table);
    expect(scores!.every(Number.isFinite)).toBe(true);
    for (const i of [0, 7, 299]) expect(predictGraph(read.graph, takeRows(table, Int32Array.of(i))).scores![0]).toBe(scores![i]);
  });

  test("a rotated model has the same bytes when it is trained again", async () => {
    const again = await trainOnTable(table, asked(rotation, ["x", "y", "kind"]));
    expect(Buffer.compare(again.artifact, (await trained).artifact)).toBe(0);
  });

  test("a rotated model shows the rotation between the columns and the algorithm in its graph", async () => {
    const { nodes, edges } = (await trained).graph;
    expect(nodes).toContainEqual({ id: "1.1 rotation", kind: "rotation", label: rotation, layer: 1 });
    expect(edges.filter(({ to }) => to === "1.1")).toEqual([{ from: "1.1 rotation", to: "1.1" }]);
    expect(edges.filter(({ to }) => to === "1.1 rotation").map(({ from }) => from)).toEqual(["column 0", "column 1", "column 2"]);
  });
});

test("a trial learns the axes from its training rows alone", async () => {
  // With this many rows one trial holds out a fifth.
  const values = Array.from({ length: 1_000 }, () => random.normal());
  const scoresOf = async (x: readonly number[]) => {
    const { predictions } = await trainOnTable(createTable({ x, y: values.map((value) => -value) }), asked("pca"));
    return { rows: predictions.rows, scores: predictions.prediction.score! };
  };
  const before = await scoresOf(values);
  // This row is far away and off the line of all others. As a training row it would turn the axes.
  const [far] = before.rows;
  const after = await scoresOf(values.map((value, row) => (row === far ? 1_000 : value)));
  expect(after.rows).toEqual(before.rows);
  expect(after.scores[0]).toBeGreaterThan(before.scores[0]!);
  // Held-out scores have the unit of the final model, which learns from all rows.
  expect(orderOf(after.scores.slice(1))).toEqual(orderOf(before.scores.slice(1)));
});

/** Returns the positions of the scores, the least first. */
const orderOf = (scores: readonly (number | null)[]) => [...scores.keys()].sort((a, b) => scores[a]! - scores[b]!);

test("loading rejects a model whose rotation is missing", async () => {
  const { artifact } = await trainOnTable(table, asked("pca"));
  const read = decodeArtifact(artifact);
  const [[node]] = read.graph.layers;
  const without = encodeArtifact({ ...read, graph: { ...read.graph, layers: [[{ ...node, rotation: undefined }]] } });
  expect(() => decodeArtifact(without)).toThrow();
});
