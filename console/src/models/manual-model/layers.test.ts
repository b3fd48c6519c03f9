import { isForecaster } from "@agatha/contracts/algorithms/index";
import {
  addLayer,
  addNode,
  algorithmAt,
  algorithmsAt,
  canAddNode,
  DEFAULT_LAYERS,
  isDefaultLayers,
  isOutlierDetector,
  type Layers,
  MAX_LAYERS,
  MAX_NODES_PER_LAYER,
  nodePositions,
  removeLayer,
  removeNode,
  replaceNode,
  resetLayer,
} from "./layers.js";
import { nodeDraft } from "./testing/node-draft.js";

const ids = (layers: Layers) => layers.map((nodes) => nodes.map(({ id }) => id).join(" "));
const two: Layers = [[nodeDraft("n1"), nodeDraft("n2")], [nodeDraft("n3")]];

test.each<[string, Layers, string[]]>([
  ["a new layer comes last", addLayer(two), ["n1 n2", "n3", "n4"]],
  ["a layer can be deleted", removeLayer(two, 0), ["n3"]],
  ["the only layer cannot be deleted", removeLayer(DEFAULT_LAYERS, 0), ["n1"]],
  ["a reset layer has one algorithm", resetLayer(two, 0), ["n4", "n3"]],
  ["an algorithm can be added", addNode(two, 1, "REGRESSION"), ["n1 n2", "n3 n4"]],
  ["an algorithm can be removed", removeNode(two, "n1"), ["n2", "n3"]],
  ["the only algorithm of a layer cannot be removed", removeNode(two, "n3"), ["n1 n2", "n3"]],
  // @contract a-model-is-put-together-of-one
])("layers: %s", (_sentence, layers, expected) => {
  expect(ids(layers)).toEqual(expected);
});

test("an added algorithm is one that its layer does not have yet, first the default one", () => {
  const algorithms = (layers: Layers) => nodePositions(layers).map((position) => algorithmAt(position, "REGRESSION"));
  expect(algorithms(addNode([[nodeDraft("n1")]], 0, "REGRESSION"))).toEqual(["XGB", "RF"]);
  expect(algorithms(addNode([[nodeDraft("n1", { algorithm: "KNN" })]], 0, "REGRESSION"))).toEqual(["KNN", "XGB"]);
});

// @contract a-model-is-put-together-of-one
test("there are at most three layers", () => {
  let layers = DEFAULT_LAYERS;
  for (let i = 0; i < 5; i++) layers = addLayer(layers);
  expect(layers).toHaveLength(MAX_LAYERS);
});

test("a change affects its node only", () => {
  const changed = nodeDraft("n2", { algorithm: "KNN" });
  expect(replaceNode(two, changed)).toEqual([[nodeDraft("n1"), changed], [nodeDraft("n3")]]);
});

test.each<[string, Layers, boolean]>([
  ["the initial layers", DEFAULT_LAYERS, true],
  ["another algorithm", [[nodeDraft("n1", { algorithm: "RF" })]], false],
  ["other parameters", [[nodeDraft("n1", { parameters: { trees: "5" } })]], false],
  ["a second layer", addLayer(DEFAULT_LAYERS), false],
])("default layers: %s: %s", (_sentence, layers, expected) => {
  expect(isDefaultLayers(layers)).toBe(expected);
});

describe("algorithms", () => {
  const [inner, , outer] = nodePositions(two);

  test("algorithms of the last layer predict; those of earlier layers may also detect outliers and find clusters", () => {
    expect(algorithmsAt(outer!, "REGRESSION")).not.toContain("iForest");
    expect(algorithmsAt(inner!, "REGRESSION")).toEqual(expect.arrayContaining(["XGB", "iForest", "k-means"]));
    expect(algorithmsAt(outer!, "OCC")).not.toContain("k-means");
  });

  test("series that add up are forecast by forecasters alone", () => {
    const offered = algorithmsAt(nodePositions(DEFAULT_LAYERS)[0]!, "REGRESSION", "sums");
    expect(offered).toContain("ETS");
    expect(offered.filter((name) => !isForecaster(name))).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["the default in the first layer", algorithmAt(inner!, "CLASSIFICATION"), "XGB"],
    ["a linear model in later layers", algorithmAt(outer!, "CLASSIFICATION"), "GLM"],
    ["the clustering default in every layer", algorithmAt(outer!, "CLUSTERING"), "k-means"],
    ["the chosen one", algorithmAt({ ...outer!, node: nodeDraft("n3", { algorithm: "KNN" }) }, "REGRESSION"), "KNN"],
    [
      "the default if the chosen one does not fit the layer",
      algorithmAt({ ...outer!, node: nodeDraft("n3", { algorithm: "SOM" }) }, "REGRESSION"),
      "GLM",
    ],
    [
      "the combination of forecasters where series add up",
      algorithmAt(nodePositions(DEFAULT_LAYERS)[0]!, "REGRESSION", "sums"),
      "Combination",
    ],
    ["the default of the type where they do not", algorithmAt(nodePositions(DEFAULT_LAYERS)[0]!, "REGRESSION", "periods"), "XGB"],
  ])("the algorithm of a node is %s", (_sentence, method, expected) => {
    expect(method).toBe(expected);
  });

  test("whether a node detects outliers depends on the model's type, its layer and its algorithm", () => {
    const gmm = nodeDraft("n1", { algorithm: "GMM" });
    const inLast = (type: "OCC" | "CLUSTERING") => isOutlierDetector(nodePositions([[gmm]])[0]!, type);
    expect([inLast("OCC"), inLast("CLUSTERING")]).toEqual([true, false]);
    expect(isOutlierDetector({ ...inner!, node: nodeDraft("n1", { algorithm: "iForest" }) }, "REGRESSION")).toBe(true);
    expect(isOutlierDetector(outer!, "REGRESSION")).toBe(false);
  });

  test("the last layer has at most ten methods, or one if clusters are found", () => {
    const full: Layers = [Array.from({ length: MAX_NODES_PER_LAYER }, (_, i) => nodeDraft(`n${i + 1}`))];
    expect([canAddNode(full, 0, "REGRESSION"), canAddNode(two, 1, "REGRESSION")]).toEqual([false, true]);
    expect([canAddNode(two, 0, "CLUSTERING"), canAddNode(two, 1, "CLUSTERING")]).toEqual([true, false]);
  });
});
