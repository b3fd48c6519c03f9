import { packSections, unpackSections } from "../../numeric/sections.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { decodeArtifact, encodeArtifact } from "./artifact.js";
import { predictGraph } from "./graph.js";

const rows = Array.from({ length: 60 }, (_, i) => i);
const table = createTable({
  x: rows.map((i) => (i % 8 ? Math.sin(i) : null)),
  'a "quoted" 名前 😀': rows.map((i) => (i % 3 ? "é" : "__proto__")),
  y: rows.map((i) => Math.cos(i / 5)),
});

const layers = [
  { nodes: [{ algorithm: "iForest" }, { algorithm: "RF", params: { trees: 5 } }, { algorithm: "k-means" }] },
  { nodes: [{ algorithm: "GLM" }, { algorithm: "XGB", params: { rounds: 5 } }] },
];
const trained = trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", layers }));

test("a decoded model of several layers predicts identically to the bit", async () => {
  const { artifact } = await trained;
  const first = decodeArtifact(artifact);
  const again = encodeArtifact(first);
  expect(Buffer.compare(again, artifact)).toBe(0);
  const { values } = predictGraph(first.graph, table);
  expect(values).toEqual(predictGraph(decodeArtifact(again).graph, table).values);
  expect(values?.every(Number.isFinite)).toBe(true);
});

test("limits of the response survive, in a file that earlier programs refuse; a file without limits is as before", async () => {
  const read = decodeArtifact((await trained).artifact);
  const versionOf = (bytes: Uint8Array) => unpackSections(bytes).settings;
  expect(read.graph.limits).toBeUndefined();
  expect(versionOf(encodeArtifact(read))).toMatchObject({ version: 1 });
  const limited = encodeArtifact({ ...read, graph: { ...read.graph, limits: { lower: 0, upper: 0.5 } } });
  expect(versionOf(limited)).toMatchObject({ version: 3 });
  const { graph } = decodeArtifact(limited);
  const free = predictGraph(read.graph, table).values!;
  expect(predictGraph(graph, table).values).toEqual(free.map((value) => Math.max(0, Math.min(0.5, value))));
});

test("the formats of the training's file survive in a model", async () => {
  const read = decodeArtifact((await trained).artifact);
  expect(read.formats).toBeUndefined();
  for (const formats of [{ decimal: "," as const, written: new Map([["__proto__", ["grouped"]]]) }, { written: new Map() }]) {
    const again = encodeArtifact({ ...read, formats });
    expect(decodeArtifact(again).formats).toEqual(formats);
    expect(Buffer.compare(encodeArtifact(decodeArtifact(again)), again)).toBe(0);
  }
});

test("decodes a model from a Buffer that is a slice of a larger one, as from file systems and sockets", async () => {
  const { artifact } = await trained;
  const larger = Buffer.alloc(artifact.length + 16, 255);
  larger.set(artifact, 5);
  const read = decodeArtifact(larger.subarray(5, 5 + artifact.length));
  expect(predictGraph(read.graph, table).values).toEqual(predictGraph(decodeArtifact(artifact).graph, table).values);
});

test("names and levels survive with any characters", async () => {
  const { inputs } = decodeArtifact((await trained).artifact);
  expect(inputs[1]).toMatchObject({ name: 'a "quoted" 名前 😀', levels: ["é", "__proto__"] });
});

test.each<[string, (settings: Record<string, unknown>) => Record<string, unknown>]>([
  ["from a newer version", (settings) => ({ ...settings, version: 4 })],
  ["that are something else", (settings) => ({ ...settings, format: "other" })],
  ["without layers", (settings) => ({ ...settings, layers: [] })],
  ["of an unknown algorithm", (settings) => JSON.parse(JSON.stringify(settings).replace("iForest", "toString"))],
])("refuses bytes %s", async (_name, change) => {
  const { settings, arrays } = unpackSections((await trained).artifact);
  expect(() => decodeArtifact(packSections({ settings: change(settings), arrays }))).toThrow("cannot be read by this version");
});

test("the decoder refuses a model that lacks the bytes of a node", async () => {
  const { settings } = unpackSections((await trained).artifact);
  expect(() => decodeArtifact(packSections({ settings, arrays: {} }))).toThrow("damaged");
});

test("the decoder refuses a model truncated at any position", async () => {
  const { artifact } = await trained;
  for (const length of [0, 7, 8, 100, artifact.length >> 1, artifact.length - 9]) {
    expect(() => decodeArtifact(artifact.subarray(0, length))).toThrow();
  }
});
