/** Predictions of TensorFlow.js with an exported model, beside our own. */
import { readFileSync } from "node:fs";
import { InvalidInput } from "@agatha/contracts";
import type { Table } from "../data/tables/table.js";
import { decodeArtifact } from "../model/artifact/artifact.js";
import { loadServingModel } from "../model/serving/serving-model.js";
import type { LayersInput } from "../model/tensorflow/encoder-layers.js";
import { exportLayersModel } from "../model/tensorflow/export.js";
import { type Cells, createTable } from "../testing/create-table.js";
import { vegaDatasetPath } from "../testing/dataset-files.js";
import { readCsv } from "../testing/read-csv.js";
import { expectSameFloats, loadLayersZip, predictRows } from "../testing/tensorflow.js";
import { trainOnTable } from "../testing/train-on-table.js";
import type { ModelRequest } from "../training/plan/plan.js";

interface Metadata {
  type: string;
  response: string | null;
  inputs: LayersInput[];
  output: string;
  labels: string[];
  threshold?: number;
}

/** The rows as the metadata asks for them. */
function toRows(table: Table, inputs: readonly LayersInput[]): number[][] {
  const cells = inputs.map((input) => {
    const column = table.columns.find(({ name }) => name === input.column)!;
    if (column.type === "s") {
      return Array.from(column.codes, (code) => {
        if (code < 0 || input.type !== "level") return input.missing;
        return column.levels[code] === input.level ? 1 : 0;
      });
    }
    return Array.from(column.values, (value) => (Number.isFinite(value) ? numberOf(value, input) : input.missing));
  });
  return Array.from({ length: table.nrow }, (_, i) => cells.map((column) => column[i]));
}

function numberOf(value: number, input: LayersInput): number {
  if (input.type === "days") return (value - Date.parse(input.since)) / 86_400_000;
  if (input.type === "month") return new Date(value).getUTCMonth() + 1;
  if (input.type === "weekday") return new Date(value).getUTCDay();
  if (input.type === "hour") return new Date(value).getUTCHours();
  return value;
}

function readJson(file: string, dates: readonly string[] = []): Table {
  const rows = JSON.parse(readFileSync(vegaDatasetPath(file), "utf8")) as Record<string, Cells[number]>[];
  const cells = (name: string) => rows.map((row) => (dates.includes(name) ? new Date(String(row[name])) : row[name]));
  return createTable(Object.fromEntries(Object.keys(rows[0]).map((name) => [name, cells(name)])));
}

const train = (table: Table, asked: Omit<ModelRequest, "seed" | "maxFpr">) => trainOnTable(table, { seed: 1, maxFpr: 1, ...asked });
const node = (algorithm: string, params = {}) => ({ algorithm, params });
const only = (algorithm: string, params = {}) => [{ nodes: [node(algorithm, params)] }];

async function answersOf(artifact: Uint8Array, table: Table) {
  const model = await loadLayersZip(exportLayersModel(artifact));
  const metadata = model.getUserDefinedMetadata() as Metadata;
  const answers = predictRows(model, toRows(table, metadata.inputs));
  return { model, metadata, answers, own: loadServingModel(artifact).predictTable(table) };
}

const cars = readJson("cars.json", ["Year"]);

describe("a layers model answers as the model that it was exported from", () => {
  test("DNN for numbers, with gaps, text and times", async () => {
    const columns = ["Miles_per_Gallon", "Horsepower", "Weight_in_lbs", "Origin", "Year"];
    const { artifact } = await train(cars, { type: "REGRESSION", response: "Acceleration", columns, layers: only("DNN") });
    const { model, metadata, answers, own } = await answersOf(artifact, cars);
    expectSameFloats(answers, own.value as number[]);
    // TensorFlow.js numbers the inputs of further models of a process.
    expect(model.inputs[0].name).toMatch(/^row(_\d+)?$/);
    expect(model.outputNames).toEqual(["value"]);
    expect(metadata).toMatchObject({ type: "REGRESSION", response: "Acceleration", output: "value" });
    expect(metadata.inputs.map(({ column, type }) => `${column}: ${type}`)).toEqual([
      "Miles_per_Gallon: number",
      "Horsepower: number",
      "Weight_in_lbs: number",
      "Origin: level",
      "Origin: level",
      "Origin: level",
      "Year: days",
      "Year: weekday",
    ]);
  });

  test("DNN of the logarithm, within its bounds and beyond them", async () => {
    const { artifact } = await train(cars, {
      type: "REGRESSION",
      response: "Horsepower",
      columns: ["Weight_in_lbs", "Acceleration"],
      layers: only("DNN", { logResponse: true }),
    });
    const weights = [1, 2000, 3500, 5000, 1e6];
    const table = createTable({ Weight_in_lbs: weights, Acceleration: weights.map(() => 15) });
    const { answers, own } = await answersOf(artifact, table);
    const [lightest, , , , heaviest] = own.value as number[];
    expect([lightest < 60, heaviest]).toEqual([true, 460]);
    expectSameFloats(answers, own.value as number[]);
  });

  test("DNN of the logarithm, with answers of which the least are a millionth of the greatest", async () => {
    const x = Array.from({ length: 200 }, (_, i) => 7 * (i / 199) - 2);
    const table = createTable({ x, y: x.map((exponent) => 10 ** exponent) });
    const { artifact } = await train(table, { type: "REGRESSION", response: "y", layers: only("DNN", { logResponse: true }) });
    const { answers, own } = await answersOf(artifact, table);
    const values = own.value as number[];
    expect(Math.max(...values) / Math.min(...values)).toBeGreaterThan(1e6);
    expectSameFloats(
      values.map((value, i) => answers[i] / value),
      values.map(() => 1),
    );
  });

  test.each<[string, object, number]>([
    ["probabilities as they are", {}, 0],
    ["classes that weigh alike", { balance: 1 }, 1e-9],
    ["calibrated probabilities", { epochs: 2 }, 0.03],
  ])("DNN for classes, with %s", async (_, params, smoothing) => {
    const table = await readCsv(vegaDatasetPath("seattle-weather.csv"));
    const { artifact } = await train(table, { type: "CLASSIFICATION", response: "weather", layers: only("DNN", params) });
    expect(decodeArtifact(artifact).calibration?.smoothing).toBe(smoothing);
    const { model, metadata, answers, own } = await answersOf(artifact, table);
    expect(model.outputNames).toEqual(["probabilities"]);
    expect(metadata.labels).toHaveLength(5);
    expectSameFloats(
      answers,
      own.prob!.flatMap((row) => metadata.labels.map((label) => row[label]!)),
    );
  });

  test.each(["none", "pca"] as const)("AENN, rotated by %s", async (rotation) => {
    const table = readJson("penguins.json");
    const { artifact } = await train(table, { type: "OCC", layers: [{ nodes: [{ ...node("AENN"), rotation }] }] });
    const { metadata, answers, own } = await answersOf(artifact, table);
    const scores = own.score!.map(Number);
    expectSameFloats(answers, scores);
    const clear = scores.map((score) => Math.abs(score - metadata.threshold!) > 1e-4);
    expect(
      Array.from(answers)
        .map((score) => score > metadata.threshold!)
        .filter((_, i) => clear[i]),
    ).toEqual(own.value.filter((_, i) => clear[i]));
  });
});

test("the same model gives the same bytes", async () => {
  const { artifact } = await train(cars, { type: "REGRESSION", response: "Acceleration", layers: only("DNN", { epochs: 1 }) });
  expect(exportLayersModel(artifact)).toEqual(exportLayersModel(artifact));
});

test.each<[string, ModelRequest["layers"], string]>([
  ["another algorithm", only("GLM"), "this model's algorithm is GLM"],
  ["an average", [{ nodes: [node("DNN", { epochs: 1 }), node("GLM")] }], "this model averages DNN and GLM"],
  ["layers of algorithms", [...only("GLM"), ...only("DNN", { epochs: 1 })], "this model has 2 layers of algorithms"],
])("%s is refused, with what to do", async (_, layers, reason) => {
  const { artifact } = await train(cars, { type: "REGRESSION", response: "Acceleration", layers });
  expect(() => exportLayersModel(artifact)).toThrow(InvalidInput);
  expect(() => exportLayersModel(artifact)).toThrow(
    `format: TensorFlow.js can hold one DNN or AENN, and ${reason}. Choose the format onnx`,
  );
});
