import { networkToLayers } from "../../numeric/network/layers.js";
import { createForwardPass, type Network } from "../../numeric/network/network.js";
import { BLOCK_ROWS } from "../../numeric/network/network-wasm.js";
import { networkToOnnx } from "../../numeric/network/onnx.js";
import { deserializeNetwork, serializeNetwork } from "../../numeric/network/serialization.js";
import { softmax } from "../../numeric/softmax.js";
import { type TargetScaling, unscale } from "../../numeric/trees/target-scaling.js";
import type { FittedModel } from "../base/algorithm.js";

interface NetworkWithTarget {
  network: Network;
  /** Scaling of the target; regression only. */
  unit?: TargetScaling;
}

/** Returns the network as a model: class probabilities by softmax without a `unit`, and otherwise values in the target's unit. */
export function createDnnModel({ network, unit }: NetworkWithTarget): FittedModel {
  const run = createForwardPass(network);
  return {
    predict(x) {
      if (unit === undefined) {
        const labels = network.widths[network.widths.length - 1];
        const probabilities = new Float64Array(x.nrow * labels);
        run(x, ({ outputs, from, count }) => {
          for (let i = 0; i < count; i++)
            softmax(outputs, i, BLOCK_ROWS, probabilities.subarray((from + i) * labels, (from + i + 1) * labels));
        });
        return { probabilities };
      }
      const values = new Float64Array(x.nrow);
      run(x, ({ outputs, from, count }) => {
        for (let i = 0; i < count; i++) values[from + i] = unscale(outputs[i], unit);
      });
      return { values };
    },
    toOnnx(graph, features) {
      const outputs = networkToOnnx(network, graph, features);
      if (unit === undefined) return { probabilities: graph.node("Softmax", [outputs], { axis: 1 }) };
      return { values: graph.unscale(outputs, unit) };
    },
    toLayers(graph, features) {
      const outputs = networkToLayers(network, graph, features, unit);
      return unit === undefined ? { logits: outputs } : { values: outputs };
    },
    save: () => serializeNetwork("DNN", { network, settings: { unit } }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadDnnModel(bytes: Uint8Array): FittedModel {
  const { network, settings } = deserializeNetwork("DNN", bytes);
  return createDnnModel({ network, unit: settings.unit as TargetScaling | undefined });
}
