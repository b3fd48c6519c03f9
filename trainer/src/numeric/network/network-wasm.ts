import { instantiateWasm } from "../wasm/instantiate.js";
import network from "../wasm/network.js";

/** What assembly/network.ts exports; see there. Blocks and parameters are given by their addresses. */
export interface NetworkWasm {
  forward(weights: number, biases: number, inputs: number, outputs: number, from: number, to: number, rows: number, rectify: number): void;
  backward(weights: number, inputs: number, outputs: number, byOutputs: number, input: number, byInputs: number, rows: number): void;
  accumulate(byWeights: number, byBiases: number, inputs: number, outputs: number, byOutputs: number, from: number, rows: number): void;
  gather(columns: number, nrow: number, units: number, order: number, count: number, to: number): void;
  squares(outputs: number, targets: number, weights: number, units: number, rows: number, byOutputs: number, losses: number): number;
  softmax(outputs: number, codes: number, weights: number, labels: number, rows: number, byOutputs: number): number;
  setStep(first: number, second: number, rate: number): void;
  adam(parameters: number, by: number, first: number, second: number, count: number, share: number, l2: number): void;
}

/** Rows of a block of activations. */
export const BLOCK_ROWS = 64;
export const FLOAT_BYTES = 4;

/** Rows that the kernel computes when there are so many. */
export function paddedRows(count: number): number {
  return Math.ceil(count / 8) * 8;
}

/** A kernel with memory for blocks of so many 4-byte numbers. */
export function createNetworkWasm(lengths: readonly number[]) {
  const { exports, buffer, addresses } = instantiateWasm<NetworkWasm>(
    network,
    lengths.map((length) => length * FLOAT_BYTES),
  );
  return { kernel: exports, buffer, addresses };
}
