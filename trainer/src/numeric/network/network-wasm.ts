import { roundUp } from "../round-up.js";
import type { KernelCall } from "../wasm/kernel-work.js";
import network from "../wasm/network.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";

/** Exports of assembly/network.ts, described there. Blocks and parameters are given by their addresses. */
export interface NetworkWasm {
  setForwardPass(
    layers: number,
    layerCount: number,
    columns: number,
    columnBytes: number,
    columnCount: number,
    maxInput: number,
    outputs: number,
    errors: number,
    activations: number,
  ): void;
  forwardPart(part: number, rows: number, measure: number): void;
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

/** Creates a kernel with memory for blocks of these numbers of 4-byte floats, of which each thread has `own` for itself. */
export function createNetworkWasm(
  lengths: readonly number[],
  own: readonly number[] = [],
  setUp: (addresses: readonly number[], ownAddresses: readonly number[]) => KernelCall[] = () => [],
): SharedKernel<NetworkWasm> {
  const bytes = (length: number) => length * FLOAT_BYTES;
  return createSharedKernel<NetworkWasm>(network, { common: lengths.map(bytes), own: own.map(bytes) }, setUp);
}
