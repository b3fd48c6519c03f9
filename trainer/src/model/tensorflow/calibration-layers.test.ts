import { calibrate } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { LayersGraph } from "../../tensorflow/layers-graph.js";
import { expectSameFloats, loadLayersZip, predictRows } from "../../testing/tensorflow.js";
import { calibrateLogits } from "./calibration-layers.js";

function softmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

test.each([
  [2, 0.2, 1e-9],
  [2, 1.7, 0.1],
  [3, 1, 1e-4],
  [5, 10, 0.03],
  [6, 0.5, 0],
  [50, 0.7, 1e-3],
])("calibrated layers equal calibrate for %d classes at temperature %d with smoothing %d", async (labels, temperature, smoothing) => {
  const random = createRandom(labels);
  const rows = [0.1, 1, 10, 30].flatMap((scale) =>
    Array.from({ length: 20 }, () => Array.from({ length: labels }, () => scale * random.normal())),
  );
  const graph = new LayersGraph("row", labels);
  const calibrated = calibrateLogits(graph, graph.input, { temperature, smoothing });
  const model = await loadLayersZip(graph.toZip(graph.activation(calibrated, "softmax"), {}));
  expectSameFloats(predictRows(model, rows), calibrate(Float64Array.from(rows.flatMap(softmax)), labels, { temperature, smoothing }));
});
