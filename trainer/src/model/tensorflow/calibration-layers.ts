import type { LayerOutput, LayersGraph } from "../../tensorflow/layers-graph.js";

/** Input whose softplus is 0 in 32 bits. */
const NEGLIGIBLE = -100;

/**
 * Adds layers that turn the logits of p into logits of calibrated probabilities, (p + smoothing)^(1 / temperature) divided by
 * their sum. Layers have no logarithm, so the sum is written as log(p + smoothing) = log(smoothing) + softplus(log p − log
 * smoothing). The first term is the same for all classes and cancels in the softmax.
 */
export function calibrateLogits(
  graph: LayersGraph,
  logits: LayerOutput,
  { temperature, smoothing }: { temperature: number; smoothing: number },
): LayerOutput {
  const labels = logits.width;
  if (smoothing === 0) return scaled(graph, logits, 1 / temperature);
  const shift = graph.dense(logSumExp(graph, logits), {
    kernel: new Float32Array(labels).fill(-1),
    bias: new Float32Array(labels).fill(-Math.log(smoothing)),
  });
  const logs = graph.activation(graph.elementwise("Add", [logits, shift]), "softplus");
  return scaled(graph, logs, 1 / temperature);
}

function scaled(graph: LayersGraph, input: LayerOutput, factor: number): LayerOutput {
  if (factor === 1) return input;
  const { width } = input;
  const kernel = Float32Array.from({ length: width * width }, (_, k) => (k % (width + 1) === 0 ? factor : 0));
  return graph.dense(input, { kernel, bias: new Float32Array(width) });
}

/** Computes log Σ exp of each row, n × 1, pair by pair: log(exp a + exp b) = a + softplus(b − a). */
function logSumExp(graph: LayersGraph, input: LayerOutput): LayerOutput {
  let value = input;
  while (value.width > 1) {
    const { width } = value;
    const pairs = Math.ceil(width / 2);
    const first = new Float32Array(width * pairs);
    const difference = new Float32Array(width * pairs);
    const bias = new Float32Array(pairs);
    for (let p = 0; p < pairs; p++) {
      const [a, b] = [2 * p, 2 * p + 1];
      first[a * pairs + p] = 1;
      if (b < width) {
        difference[a * pairs + p] = -1;
        difference[b * pairs + p] = 1;
      } else bias[p] = NEGLIGIBLE;
    }
    value = graph.elementwise("Add", [
      graph.dense(value, { kernel: first, bias: new Float32Array(pairs) }),
      graph.dense(value, { kernel: difference, bias, activation: "softplus" }),
    ]);
  }
  return value;
}
