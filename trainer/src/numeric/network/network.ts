import { clip } from "../clip.js";
import { copyNumbers } from "../copy-numbers.js";
import type { Matrix } from "../matrix.js";
import code from "../wasm/network.js";
import { reusedKernel } from "../wasm/reused-kernel.js";
import { createSharedKernel, type SetUp, type SharedBlocks, type SharedKernel } from "../wasm/shared-kernel.js";
import { BLOCK_ROWS, FLOAT_BYTES, type NetworkWasm } from "./network-wasm.js";
import { padToLanes, shapeOf } from "./shape.js";

/** Largest absolute input. Inputs are clipped to it, so that no sum overflows. */
export const MAX_INPUT = 10_000;

/** A trained network. Immutable. */
export interface Network {
  /** Number of units: inputs, each hidden layer, outputs. */
  readonly widths: readonly number[];
  /** Parameters in the layout of `shapeOf(widths)`. */
  readonly parameters: Float32Array;
}

/** Outputs of a network for a block of rows. */
interface OutputBlock {
  /** The block holds `count` rows, starting with row `from`. */
  from: number;
  count: number;
  /** Unit by unit, `BLOCK_ROWS` numbers each. */
  outputs: Float32Array;
  /** Half the squared distance of each row's outputs from its inputs, if it was asked for. Outputs are as many as inputs. */
  reconstructionErrors: Float32Array;
}

/** Passes rows through a network, block by block. The next blocks overwrite the outputs. */
type ForwardPass = (x: Matrix, visit: (block: OutputBlock) => void) => void;

/** Least number of products for which more blocks save more time than their memory costs. */
const MIN_PRODUCTS_TO_SHARE = 1e7;
/** Bytes of the rows that threads share at a time. They fit in the processor's cache. */
const SHARED_BYTES = 2 ** 22;
const DOUBLE_BYTES = 8;
/** Numbers of a layer in the table that the kernel reads. */
const LAYER_NUMBERS = 4;

const setUp: SetUp = ([, ...addresses], [activations]) => [{ name: "setForwardPass", args: [MAX_INPUT, ...addresses, activations] }];
/** The kernel of the network that has passed many rows last. */
const kernelForMany = reusedKernel<NetworkWasm>(code, setUp);

/**
 * Allocates the memory for the network and a block of rows at once, so that the first rows do not wait for it. Networks pass many
 * rows one after the other, in the same memory. `measure` asks for the reconstruction errors.
 */
export function createForwardPass(network: Network, measure = false): ForwardPass {
  const few = loadNetwork(network, 1, measure, createSharedKernel<NetworkWasm>(code, memoryFor(network, 1), setUp));
  const rowBytes = network.widths[0] * DOUBLE_BYTES;
  const blocks = Math.max(8, Math.min(32, Math.floor(SHARED_BYTES / (rowBytes * BLOCK_ROWS))));
  return (x, visit) => {
    const isFew = x.nrow <= BLOCK_ROWS || x.nrow * network.parameters.length < MIN_PRODUCTS_TO_SHARE;
    const pass = isFew ? few : loadNetwork(network, blocks, measure, kernelForMany(memoryFor(network, blocks)));
    pass(x, visit);
  };
}

/** Returns the sizes of the parameters, the layers, that many blocks of rows, their outputs and errors, and a block's activations. */
function memoryFor({ widths, parameters }: Network, blocks: number): SharedBlocks {
  const units = widths.map((width) => padToLanes(width) * BLOCK_ROWS);
  const outputs = units.pop() ?? 0;
  const rows = blocks * BLOCK_ROWS;
  const columns = (widths[0] * rows * DOUBLE_BYTES) / FLOAT_BYTES;
  const common = [parameters.length, LAYER_NUMBERS * (widths.length - 1), columns, blocks * outputs, rows];
  const activations = units.reduce((sum, length) => sum + length, 0);
  return { common: common.map((length) => length * FLOAT_BYTES), own: [activations * FLOAT_BYTES] };
}

/** Copies the network to the kernel, and returns what passes rows through it, `blocks` blocks at a time. */
function loadNetwork(
  { widths, parameters }: Network,
  blocks: number,
  measure: boolean,
  { buffer, addresses: [parametersAt, layersAt, columnsAt, outputsAt, errorsAt], callParts }: SharedKernel<NetworkWasm>,
): ForwardPass {
  const { layers } = shapeOf(widths);
  new Float32Array(buffer, parametersAt, parameters.length).set(parameters);
  const table = new Int32Array(buffer, layersAt, LAYER_NUMBERS * layers.length);
  layers.forEach(({ inputs, outputs, weights, biases }, l) => {
    table.set([inputs, outputs, parametersAt + weights * FLOAT_BYTES, parametersAt + biases * FLOAT_BYTES], LAYER_NUMBERS * l);
  });
  const rows = blocks * BLOCK_ROWS;
  const columns = new Float64Array(buffer, columnsAt, widths[0] * rows);
  const outputLength = padToLanes(widths[widths.length - 1]) * BLOCK_ROWS;
  const outputs = Array.from(
    { length: blocks },
    (_, b) => new Float32Array(buffer, outputsAt + b * outputLength * FLOAT_BYTES, outputLength),
  );
  const errors = Array.from({ length: blocks }, (_, b) => new Float32Array(buffer, errorsAt + b * BLOCK_ROWS * FLOAT_BYTES, BLOCK_ROWS));
  return (x, visit) => {
    for (let start = 0; start < x.nrow; start += rows) {
      const end = Math.min(x.nrow, start + rows);
      for (let j = 0; j < x.ncol; j++) copyNumbers(x.columns[j], { from: start, to: end }, columns, j * rows);
      const parts = Math.ceil((end - start) / BLOCK_ROWS);
      callParts("forwardPart", parts, end - start, layers.length, widths[0], rows * DOUBLE_BYTES, measure ? 1 : 0);
      for (let from = start, b = 0; from < end; from += BLOCK_ROWS, b++)
        visit({ from, count: Math.min(BLOCK_ROWS, end - from), outputs: outputs[b], reconstructionErrors: errors[b] });
    }
  };
}

/** Copies a column into `into` from index `at` on. Values beyond ±MAX_INPUT become that limit. */
export function copyClipped(column: Float64Array, into: Float32Array, at: number): void {
  for (let i = 0; i < column.length; i++) into[at + i] = clip(column[i], MAX_INPUT);
}
