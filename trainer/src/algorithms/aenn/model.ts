import { expressNetwork } from "../../numeric/network/express.js";
import { createRunner, FURTHEST, type Network } from "../../numeric/network/network.js";
import { packNetwork, unpackNetwork } from "../../numeric/network/saved.js";
import type { FittedModel } from "../base/algorithm.js";

/** Scores are squared distances of rows from what the network makes of them. */
export function createAennModel(network: Network): FittedModel {
  const run = createRunner(network);
  return {
    predict(x) {
      const scores = new Float64Array(x.nrow);
      run(x, ({ from, count, distances }) => {
        const halves = distances();
        for (let i = 0; i < count; i++) scores[from + i] = 2 * halves[i];
      });
      return { scores };
    },
    express(graph, features) {
      const inputs = graph.within(features, FURTHEST);
      const missed = graph.node("Sub", [inputs, expressNetwork(network, graph, inputs)]);
      return { scores: graph.node("ReduceSumSquare", [missed, graph.integers([1])], { keepdims: 1 }) };
    },
    save: () => packNetwork("AENN", { network, settings: {} }),
  };
}

/** Throws when the bytes are not those of a model. */
export function loadAennModel(bytes: Uint8Array): FittedModel {
  return createAennModel(unpackNetwork("AENN", bytes).network);
}
