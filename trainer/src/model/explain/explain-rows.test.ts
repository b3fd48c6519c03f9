/** Tests of whole models: for any kind of model, a row's contributions sum to the explained value minus the base. */
import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { loadServingModel, type ServingModel } from "../serving/serving-model.js";

const rows = Array.from({ length: 150 }, (_, i) => i);
const columns = {
  x: rows.map((i) => (i % 9 === 4 ? null : Math.sin(i) * 10)),
  kind: rows.map((i) => (i % 10 === 7 ? null : ["a", "b", "c"][i % 3])),
  when: rows.map((i) => new Date(Date.UTC(2024, 0, 1) + i * 5e7)),
  constructor: rows.map((i) => (i * 7) % 11),
  y: rows.map((i) => Math.cos(i) + i / 50 + (i % 3)),
  price: rows.map((i) => Math.exp(Math.cos(i) + i / 50 + (i % 3))),
  side: rows.map((i) => (Math.sin(i) + Math.cos(3 * i) > 0 ? "in" : "out")),
  grade: rows.map((i) => ["good", "bad", "__proto__"][(i % 3) - (i % 7 > 4 ? 1 : 0)] ?? "bad"),
};
const table = createTable(columns);
const inputs = ["x", "kind", "when", "constructor"];
const records = [3, 4, 7, 50].map((i) => ({
  x: columns.x[i],
  kind: columns.kind[i],
  when: columns.when[i].toISOString(),
  constructor: i % 11,
}));

async function served(...asked: Parameters<typeof modelRequest>): Promise<ServingModel> {
  return loadServingModel((await trainOnTable(table, modelRequest(...asked))).artifact);
}

const two = (algorithm: string, other: string) => [{ nodes: [{ algorithm }, { algorithm: other }] }];
const alike = (algorithm: string) => [{ nodes: [{ algorithm, params: { balance: 1 } }] }];
const ofLogarithm = (algorithm: string) => [{ nodes: [{ algorithm, params: { logResponse: true } }] }];
const cells = [{ actual: "__proto__", predicted: "good", cost: 4 }];
const layeredClasses = [{ nodes: [{ algorithm: "KNN" }, { algorithm: "GLM" }] }, { nodes: [{ algorithm: "XGB", params: { rounds: 10 } }] }];
const layered = [{ nodes: [{ algorithm: "k-means" }, { algorithm: "GLM" }] }, { nodes: [{ algorithm: "XGB", params: { rounds: 10 } }] }];

const namesOf = (type: "REGRESSION" | "CLASSIFICATION") =>
  ALGORITHM_NAMES.filter((name) => (ALGORITHMS[name].modelTypes as readonly string[]).includes(type));
const CLASS_METHODS: Partial<Record<AlgorithmName, string>> = { GLM: "linear", enet: "linear", GNET: "linear", RF: "tree", XGB: "tree" };
const NUMBER_METHODS: typeof CLASS_METHODS = { ...CLASS_METHODS, BYS: "linear" };

test.each<[string, string, Parameters<typeof modelRequest>]>([
  ...namesOf("REGRESSION").map((name): [string, string, Parameters<typeof modelRequest>] => [
    name,
    NUMBER_METHODS[name] ?? "enumeration",
    ["REGRESSION", name, { response: "y", columns: inputs }],
  ]),
  ...namesOf("REGRESSION").map((name): [string, string, Parameters<typeof modelRequest>] => [
    `${name} of the logarithm`,
    "enumeration",
    ["REGRESSION", name, { response: "price", columns: inputs, layers: ofLogarithm(name) }],
  ]),
  ["the mean of RF and XGB", "tree", ["REGRESSION", "RF", { response: "y", columns: inputs, layers: two("RF", "XGB") }]],
  ["layers", "enumeration", ["REGRESSION", "GLM", { response: "y", columns: inputs, layers: layered }]],
])("explains numbers of %s by %s", async (_name, method, asked) => {
  const model = await served(...asked);
  const { value, varimp = [], explanation } = model.predict(records, { explain: true });
  expect(explanation).toMatchObject({ of: "value", method, prediction: value });
  varimp.forEach((row, i) => {
    expect(Object.keys(row)).toEqual(inputs);
    const sum = Object.values(row).reduce((total, part) => total + part, explanation!.base[i]);
    expect(Math.abs(sum - Number(value[i]))).toBeLessThan(1e-9);
  });
  expect(varimp.some((row) => Math.abs(row.kind) > 0.01)).toBe(true);
});

test.each<[string, string, Parameters<typeof modelRequest>]>([
  ...namesOf("CLASSIFICATION").flatMap((name): [string, string, Parameters<typeof modelRequest>][] => [
    [`${name}, three classes`, CLASS_METHODS[name] ?? "enumeration", ["CLASSIFICATION", name, { response: "grade", columns: inputs }]],
    [`${name}, two classes`, CLASS_METHODS[name] ?? "enumeration", ["CLASSIFICATION", name, { response: "side", columns: inputs }]],
    [
      `${name}, two classes whose wrong answers have costs`,
      CLASS_METHODS[name] ?? "enumeration",
      ["CLASSIFICATION", name, { response: "side", columns: inputs, errorCosts: { weights: { in: 5 } } }],
    ],
  ]),
  ["XGB whose classes weigh alike", "tree", ["CLASSIFICATION", "XGB", { response: "grade", columns: inputs, layers: alike("XGB") }]],
  ["RF whose classes weigh alike", "enumeration", ["CLASSIFICATION", "RF", { response: "grade", columns: inputs, layers: alike("RF") }]],
  ["the mean of GLM and XGB", "enumeration", ["CLASSIFICATION", "GLM", { response: "grade", columns: inputs, layers: two("GLM", "XGB") }]],
  ["layers", "enumeration", ["CLASSIFICATION", "GLM", { response: "grade", columns: inputs, layers: layeredClasses }]],
  [
    "layers whose wrong answers have costs",
    "enumeration",
    ["CLASSIFICATION", "GLM", { response: "grade", columns: inputs, layers: layeredClasses, errorCosts: { cells } }],
  ],
])("contributions of %s (%s) add up to the probability that is shown", async (_name, method, asked) => {
  const { artifact } = await trainOnTable(table, modelRequest(...asked));
  const { value, prob = [], varimp = [], explanation } = loadServingModel(artifact).predict(records, { explain: true });
  expect(explanation).toMatchObject({ of: "probability", method });
  varimp.forEach((row, i) => {
    const sum = Object.values(row).reduce((total, part) => total + part, explanation!.base[i]);
    const shown = Number(Object.getOwnPropertyDescriptor(prob[i], String(value[i]))?.value);
    expect(Math.abs(sum - shown)).toBeLessThan(1e-6);
    expect(explanation!.prediction[i]).toBeCloseTo(shown, 6);
  });
});

test("contributions to the probability of a class beside a very rare one are finite and add up", async () => {
  const every = Array.from({ length: 1000 }, (_, i) => i);
  const random = createRandom(2);
  const isRare = every.map((i) => i % 200 === 0);
  const rare = createTable({
    x: isRare.map((rare) => random.normal() + (rare ? 4 : 0)),
    z: every.map(() => random.normal()),
    grade: isRare.map((rare, i) => (rare ? "broken" : i % 2 === 0 ? "left" : "right")),
  });
  const validation = { rows: "random" as const, folds: 5 };
  const { artifact, info } = await trainOnTable(rare, modelRequest("CLASSIFICATION", "RF", { response: "grade", validation }));
  expect(info.classification?.calibration).toMatchObject({ method: "temperature" });
  const asked = [0, 1, 4].map((x) => ({ x, z: 0.3 }));
  const { value, prob = [], varimp = [], explanation } = loadServingModel(artifact).predict(asked, { explain: true });
  varimp.forEach((row, i) => {
    const sum = Object.values(row).reduce((total, part) => total + part, explanation!.base[i]);
    expect(Math.abs(sum - prob[i][String(value[i])]!)).toBeLessThan(1e-6);
  });
});

test("the column that tells two classes apart contributes most of the probability", async () => {
  const grades = createTable({ x: columns.x, z: rows.map((i) => Math.cos(i)), grade: rows.map((i) => (Math.sin(i) > 0.2 ? "yes" : "no")) });
  const { artifact } = await trainOnTable(grades, modelRequest("CLASSIFICATION", "XGB", { response: "grade" }));
  const asked = [
    { x: 8, z: 0 },
    { x: -8, z: 0 },
  ];
  const { value, varimp = [] } = loadServingModel(artifact).predict(asked, { explain: true });
  expect(value).toEqual(["yes", "no"]);
  for (const { x, z } of varimp) expect(x).toBeGreaterThan(2 * Math.abs(z));
});

test.each([
  ["an outlier detector by its score", "OCC", "iForest", "score"],
  ["a clustering by the share of the background with which a row stays in its cluster", "CLUSTERING", "k-means", "probability"],
] as const)("explains %s", async (_name, type, algorithm, of) => {
  const model = await served(type, algorithm, { columns: inputs });
  const { score, varimp = [], explanation } = model.predict(records, { explain: true });
  expect(explanation).toMatchObject({ of, method: "enumeration", prediction: score ?? [1, 1, 1, 1] });
  varimp.forEach((row, i) => {
    const sum = Object.values(row).reduce((total, part) => total + part, explanation!.base[i]);
    expect(Math.abs(sum - explanation!.prediction[i])).toBeLessThan(1e-9);
  });
});

test("a row's explanation does not depend on other rows, and is left out unless requested", async () => {
  const model = await served("REGRESSION", "KNN", { response: "y", columns: inputs });
  const together = model.predict(records, { explain: true });
  expect(model.predict([records[2]], { explain: true }).varimp).toEqual([together.varimp?.[2]]);
  expect(model.predict(records)).not.toHaveProperty("varimp");
});

testWithDataFolder("more than ten columns are explained by sampling, with the error", async () => {
  const { artifact } = await trainOnTable(
    await readCsv(dataFolderPath("wine-quality-red.csv")),
    modelRequest("REGRESSION", "KNN", { response: "quality" }),
  );
  const record = { alcohol: 12, sulphates: 0.8, "volatile acidity": 0.4, pH: 3.3 };
  const { value, varimp = [], explanation } = loadServingModel(artifact).predict([record], { explain: true });
  expect(explanation?.method).toBe("sampling");
  const sum = Object.values(varimp[0]).reduce((total, part) => total + part, explanation!.base[0]);
  expect(Math.abs(sum - Number(value[0]))).toBeLessThan(1e-9);
  expect(explanation!.error![0]).toBeGreaterThan(0);
  expect(explanation!.error![0]).toBeLessThan(0.1);
});
