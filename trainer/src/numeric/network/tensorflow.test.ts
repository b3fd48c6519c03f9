/** TensorFlow.js as a second opinion: a sequential model with the weights of a network that has learned. */
import { ALGORITHMS } from "@agatha/contracts";
import { aenn } from "../../algorithms/aenn/index.js";
import type { FittedModel } from "../../algorithms/base/algorithm.js";
import { dnn } from "../../algorithms/dnn/index.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { expectSameFloats, predictRows, tf } from "../../testing/tensorflow.js";
import type { Matrix, Target } from "../matrix.js";
import { fitTargetScaling } from "../trees/target-scaling.js";
import type { Network } from "./network.js";
import { deserializeNetwork } from "./serialization.js";
import { shapeOf } from "./shape.js";

function sequentialModel({ widths, parameters }: Network, lastActivation: "linear" | "softmax") {
  const { layers } = shapeOf(widths);
  const model = tf.sequential();
  for (const [l, { inputs, weights, biases }] of layers.entries()) {
    const [from, to] = [widths[l], widths[l + 1]];
    const activation = l < layers.length - 1 ? "relu" : lastActivation;
    const layer = tf.layers.dense({ units: to, activation, inputShape: [from] });
    model.add(layer);
    const kernel = Array.from({ length: from }, (_, i) => Array.from({ length: to }, (_, o) => parameters[weights + o * inputs + i]));
    layer.setWeights([tf.tensor2d(kernel), tf.tensor1d(parameters.slice(biases, biases + to))]);
  }
  return model;
}

function rowsOf({ nrow, columns }: Matrix): number[][] {
  return Array.from({ length: nrow }, (_, i) => columns.map((column) => column[i]));
}

async function weather(response: string) {
  const table = await readCsv(vegaDatasetPath("seattle-weather.csv"), ["date"]);
  return encodedPeerSplit(table, response, dnn.encoding);
}

const networkOf = (algorithm: "DNN" | "AENN", model: FittedModel) => deserializeNetwork(algorithm, model.save()).network;
const params = { ...ALGORITHMS.DNN.params.parse({}), epochs: 20 };

describe("with the same weights TensorFlow.js answers the same", () => {
  test("numbers", async () => {
    const { train, test: asked } = await weather("temp_max");
    const { center, scale } = fitTargetScaling((train.target as Extract<Target, { kind: "number" }>).values);
    const model = await dnn.fit(train.x, train.target, params, fitContext());
    const answers = predictRows(sequentialModel(networkOf("DNN", model), "linear"), rowsOf(asked.x));
    expectSameFloats(
      model.predict(asked.x).values!,
      Array.from(answers, (answer) => center + scale * answer),
    );
  });

  test("probabilities of classes", async () => {
    const { train, test: asked } = await weather("weather");
    const model = await dnn.fit(train.x, train.target, params, fitContext());
    const answers = predictRows(sequentialModel(networkOf("DNN", model), "softmax"), rowsOf(asked.x));
    expectSameFloats(model.predict(asked.x).probabilities!, answers);
  });

  test("scores of outliers", async () => {
    const { train, test: asked } = await weather("weather");
    const settings = { ...ALGORITHMS.AENN.params.parse({}), epochs: 20 };
    const model = await aenn.fit(train.x, { kind: "none" }, settings, fitContext());
    const rows = rowsOf(asked.x);
    const answers = predictRows(sequentialModel(networkOf("AENN", model), "linear"), rows);
    expectSameFloats(
      model.predict(asked.x).scores!,
      rows.map((row, i) => row.reduce((sum, value, j) => sum + (value - answers[i * row.length + j]) ** 2, 0)),
    );
  });
});
