import { networkToLayers } from "../../numeric/network/layers.js";
import { createForwardPass, MAX_INPUT, type Network } from "../../numeric/network/network.js";
import { networkToOnnx } from "../../numeric/network/onnx.js";
import { deserializeNetwork, serializeNetwork } from "../../numeric/network/serialization.js";
import type { FittedModel } from "../base/algorithm.js";

/** Scores are squared reconstruction errors. */
export function createAennModel(network: Network): FittedModel {
  const run = createForwardPass(network, true);
  return {
    predict(x) {
      const scores = new Float64Array(x.nrow);
      run(x, ({ from, count, reconstructionErrors }) => {
        for (let i = 0; i < count; i++) scores[from + i] = 2 * reconstructionErrors[i];
      });
      return { scores };
    },
    toOnnx(graph, features) {
      const inputs = graph.clip(features, MAX_INPUT);
      const missed = graph.node("Sub", [inputs, networkToOnnx(network, graph, inputs)]);
      return { scores: graph.node("ReduceSumSquare", [missed, graph.int64s([1])], { keepdims: 1 }) };
    },
    toLayers(graph, features) {
      const negated = networkToLayers(network, graph, features, { center: 0, scale: -1 });
      return { scores: graph.squaredLength(graph.elementwise("Add", [features, negated])) };
    },
    save: () => serializeNetwork("AENN", { network, settings: {} }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadAennModel(bytes: Uint8Array): FittedModel {
  return createAennModel(deserializeNetwork("AENN", bytes).network);
}
