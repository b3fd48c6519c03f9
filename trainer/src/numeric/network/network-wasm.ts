import { roundUp } from "../round-up.js";
import network from "../wasm/network.js";
import { createSharedKernel, type SetUp, type SharedKernel } from "../wasm/shared-kernel.js";

/** Exports of assembly/network.ts, described there. Blocks and parameters are given by their addresses. */
export interface NetworkWasm {
  setForwardPass(maxInput: number, layers: number, columns: number, outputs: number, errors: number, activations: number): void;
  forwardPart(part: number, rows: number, layerCount: number, columnCount: number, columnBytes: number, measure: number): void;
  setTraining(layers: number, count: number, parameters: number, gradients: number, first: number, second: number): void;
  forwardRows(part: number, partRows: number, columns: number, nrow: number, units: number, order: number, count: number): void;
  backwardRows(part: number, partRows: number, count: number): void;
  accumulatePart(part: number, partOutputs: number, count: number): void;
  adamPart(
    part: number,
    partCount: number,
    from: number,
    count: number,
    first: number,
    second: number,
    rate: number,
    share: number,
    l2: number,
  ): void;
  gather(columns: number, nrow: number, units: number, order: number, count: number, to: number): void;
  squaredLoss(
    outputs: number,
    targets: number,
    weights: number,
    units: number,
    rows: number,
    outputGradient: number,
    losses: number,
  ): number;
  softmaxLoss(outputs: number, codes: number, weights: number, labels: number, rows: number, outputGradient: number): number;
}

/** Rows of a block of activations. */
export const BLOCK_ROWS = 64;
export const FLOAT_BYTES = 4;

/** Returns the number of rows that the kernel computes for `count` rows. */
export function paddedRows(count: number): number {
  return roundUp(count, 8);
}

/** Creates a kernel with memory for blocks of these numbers of 4-byte floats. */
export function createNetworkWasm(lengths: readonly number[], setUp: SetUp = () => []): SharedKernel<NetworkWasm> {
  return createSharedKernel<NetworkWasm>(network, { common: lengths.map((length) => length * FLOAT_BYTES), own: [] }, setUp);
}
