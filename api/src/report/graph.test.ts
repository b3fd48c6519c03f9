import { graphPage, reportPage } from "./page.js";
import { MODEL_GRAPH, MODEL_INFOS } from "./testing/model-infos.js";
import { reportOf } from "./testing/report-html.js";

test.each([
  ["OCC", "離群資料"],
  ["CLUSTERING", "分群"],
] as const)("the graph of a model without a target names its answer in the reader's language: %s", (type, answer) => {
  const graph = { ...MODEL_GRAPH, nodes: MODEL_GRAPH.nodes.map((node) => (node.kind === "answer" ? { ...node, label: type } : node)) };
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info: MODEL_INFOS[type], graph }, "tw");
  expect(html).toContain(`<title>${answer}</title>`);
  expect(html).not.toContain(type);
});

test("the graph names a rotation in the reader's language", () => {
  const rotation = { id: "1.1 rotation", kind: "rotation", label: "pca", layer: 1 } as const;
  const graph = { ...MODEL_GRAPH, nodes: [...MODEL_GRAPH.nodes, rotation] };
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info: MODEL_INFOS.OCC, graph }, "en");
  expect(html).toContain("<title>Principal component analysis</title>");
});

test("the graph shows each node and each edge once", () => {
  const html = graphPage({ name: "Oven", graph: MODEL_GRAPH });
  expect(html).toMatch(/<figure><svg class="large"/);
  expect(html.match(/<rect/g)).toHaveLength(3);
  expect(html.match(/<path/g)).toHaveLength(2);
  expect(html).toContain(">Gradient-boosted trees<");
});

test.each([
  ["en", "iForest · Isolation forest", "Gradient-boosted trees"],
  ["tw", "iForest · 孤立森林", "梯度提升樹"],
  ["cn", "iForest · 孤立森林", "梯度提升树"],
  ["ja", "iForest · アイソレーションフォレスト", "勾配ブースティング木"],
] as const)("algorithms have their names beside their codes, and in the graph the names alone: %s", (language, inTable, name) => {
  const html = reportOf(MODEL_INFOS.REGRESSION, language);
  expect(html).toContain(`<td>${inTable}</td>`);
  expect(html).toContain(`<td>XGB · ${name}</td>`);
  expect(html).toContain(`>${name}</text>`);
  expect(graphPage({ name: "Oven", graph: MODEL_GRAPH }, language)).toContain(`>${name}</text>`);
});

test("an algorithm whose name has its code is named once, and one of a later version by its code", () => {
  const info = { ...MODEL_INFOS.REGRESSION, algorithms: ["k-means", "GAM", "New"] };
  expect(reportOf(info)).toContain("<td>k-means, Generalized additive model (GAM), New</td>");
});
