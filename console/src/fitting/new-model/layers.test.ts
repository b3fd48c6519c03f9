import {
  hasRoom,
  isDetector,
  isPlain,
  type Layers,
  MOST_LAYERS,
  MOST_NODES,
  methodAt,
  methodsAt,
  type NodeDraft,
  ONE_METHOD,
  placesOf,
  withChange,
  withLayer,
  withLayerReset,
  withNode,
  withoutLayer,
  withoutNode,
} from "./layers.js";

const ids = (layers: Layers) => layers.map((nodes) => nodes.map(({ id }) => id).join(" "));
const node = (id: string, change: Partial<NodeDraft> = {}): NodeDraft => ({
  id,
  algorithm: null,
  parameters: {},
  columns: null,
  rotation: "none",
  ...change,
});
const two: Layers = [[node("n1"), node("n2")], [node("n3")]];

test.each<[string, Layers, string[]]>([
  ["a layer is added behind the others", withLayer(two), ["n1 n2", "n3", "n4"]],
  ["a layer is deleted", withoutLayer(two, 0), ["n3"]],
  ["the only layer stays", withoutLayer(ONE_METHOD, 0), ["n1"]],
  ["a layer is reset to one method", withLayerReset(two, 0), ["n4", "n3"]],
  ["a method is added", withNode(two, 1), ["n1 n2", "n3 n4"]],
  ["a method is removed", withoutNode(two, "n1"), ["n2", "n3"]],
  ["the only method of a layer stays", withoutNode(two, "n3"), ["n1 n2", "n3"]],
])("%s", (_sentence, layers, expected) => {
  expect(ids(layers)).toEqual(expected);
});

test("there are at most three layers", () => {
  let layers = ONE_METHOD;
  for (let i = 0; i < 5; i++) layers = withLayer(layers);
  expect(layers).toHaveLength(MOST_LAYERS);
});

test("a change concerns its node only", () => {
  const changed = node("n2", { algorithm: "KNN" });
  expect(withChange(two, changed)).toEqual([[node("n1"), changed], [node("n3")]]);
});

test.each<[string, Layers, boolean]>([
  ["what one begins with", ONE_METHOD, true],
  ["another method", [[node("n1", { algorithm: "RF" })]], false],
  ["other settings", [[node("n1", { parameters: { trees: "5" } })]], false],
  ["a second layer", withLayer(ONE_METHOD), false],
])("%s is plain: %s", (_sentence, layers, expected) => {
  expect(isPlain(layers)).toBe(expected);
});

describe("methods", () => {
  const [inner, , outer] = placesOf(two);

  test("of the last layer answer; those before may look for outliers and groups as well", () => {
    expect(methodsAt(outer!, "REGRESSION")).not.toContain("iForest");
    expect(methodsAt(inner!, "REGRESSION")).toEqual(expect.arrayContaining(["XGB", "iForest", "k-means"]));
    expect(methodsAt(outer!, "OCC")).not.toContain("k-means");
  });

  test.each<[string, string, string]>([
    ["the usual one in the first layer", methodAt(inner!, "CLASSIFICATION"), "XGB"],
    ["one that weighs in the layers after it", methodAt(outer!, "CLASSIFICATION"), "GLM"],
    ["the usual one for groups, in whatever layer", methodAt(outer!, "CLUSTERING"), "k-means"],
    ["the chosen one", methodAt({ ...outer!, node: node("n3", { algorithm: "KNN" }) }, "REGRESSION"), "KNN"],
    ["not one that does not fit its place any more", methodAt({ ...outer!, node: node("n3", { algorithm: "SOM" }) }, "REGRESSION"), "GLM"],
  ])("are %s", (_sentence, method, expected) => {
    expect(method).toBe(expected);
  });

  test("that look for outliers are told apart from those that find groups, whatever else they could do", () => {
    const gmm = node("n1", { algorithm: "GMM" });
    const inLast = (type: "OCC" | "CLUSTERING") => isDetector(placesOf([[gmm]])[0]!, type);
    expect([inLast("OCC"), inLast("CLUSTERING")]).toEqual([true, false]);
    expect(isDetector({ ...inner!, node: node("n1", { algorithm: "iForest" }) }, "REGRESSION")).toBe(true);
    expect(isDetector(outer!, "REGRESSION")).toBe(false);
  });

  test("that answer are ten at the most, and one alone where groups are found", () => {
    const full: Layers = [Array.from({ length: MOST_NODES }, (_, i) => node(`n${i + 1}`))];
    expect([hasRoom(full, 0, "REGRESSION"), hasRoom(two, 1, "REGRESSION")]).toEqual([false, true]);
    expect([hasRoom(two, 0, "CLUSTERING"), hasRoom(two, 1, "CLUSTERING")]).toEqual([true, false]);
  });
});
