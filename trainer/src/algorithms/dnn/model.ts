import { expressNetwork } from "../../numeric/network/express.js";
import { ROWS } from "../../numeric/network/kernel.js";
import { createRunner, type Network } from "../../numeric/network/network.js";
import { packNetwork, unpackNetwork } from "../../numeric/network/saved.js";
import type { Unit } from "../../numeric/trees/unit.js";
import type { FittedModel } from "../base/algorithm.js";

interface Learned {
  network: Network;
  /** Of the target; numbers only. */
  unit?: Unit;
}

export function createDnnModel({ network, unit }: Learned): FittedModel {
  const run = createRunner(network);
  return {
    predict(x) {
      if (unit === undefined) {
        const labels = network.widths[network.widths.length - 1];
        const probabilities = new Float64Array(x.nrow * labels);
        run(x, ({ outputs, from, count }) => {
          for (let i = 0; i < count; i++) softmax(outputs, i, probabilities.subarray((from + i) * labels, (from + i + 1) * labels));
        });
        return { probabilities };
      }
      const values = new Float64Array(x.nrow);
      run(x, ({ outputs, from, count }) => {
        for (let i = 0; i < count; i++) values[from + i] = unit.center + unit.scale * outputs[i];
      });
      return { values };
    },
    express(graph, features) {
      const outputs = expressNetwork(network, graph, features);
      if (unit === undefined) return { probabilities: graph.node("Softmax", [outputs], { axis: 1 }) };
      return { values: graph.node("Add", [graph.node("Mul", [outputs, graph.doubles([unit.scale])]), graph.doubles([unit.center])]) };
    },
    save: () => packNetwork("DNN", { network, settings: { unit } }),
  };
}

/** Shares that add up to 1 from the outputs of row i of a block. */
function softmax(outputs: Float32Array, i: number, shares: Float64Array): void {
  let highest = outputs[i];
  for (let k = 1; k < shares.length; k++) highest = Math.max(highest, outputs[k * ROWS + i]);
  let sum = 0;
  for (let k = 0; k < shares.length; k++) {
    shares[k] = Math.exp(outputs[k * ROWS + i] - highest);
    sum += shares[k];
  }
  for (let k = 0; k < shares.length; k++) shares[k] /= sum;
}

/** Throws when the bytes are not those of a model. */
export function loadDnnModel(bytes: Uint8Array): FittedModel {
  const { network, settings } = unpackNetwork("DNN", bytes);
  return createDnnModel({ network, unit: settings.unit as Unit | undefined });
}
