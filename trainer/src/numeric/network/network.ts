import { clip } from "../clip.js";
import { copyNumbers } from "../copy-numbers.js";
import type { Matrix } from "../matrix.js";
import { BLOCK_ROWS, createNetworkWasm, FLOAT_BYTES } from "./network-wasm.js";
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

/**
 * Allocates the memory for the network and a block of rows at once, so that the first rows do not wait for it. That for many rows
 * is allocated when they come. `measure` asks for the reconstruction errors.
 */
export function createForwardPass(network: Network, measure = false): ForwardPass {
  const few = createBlocksPass(network, 1, measure);
  let many: ForwardPass | undefined;
  const rowBytes = network.widths[0] * DOUBLE_BYTES;
  const blocks = Math.max(8, Math.min(32, Math.floor(SHARED_BYTES / (rowBytes * BLOCK_ROWS))));
  return (x, visit) => {
    if (x.nrow <= BLOCK_ROWS || x.nrow * network.parameters.length < MIN_PRODUCTS_TO_SHARE) return few(x, visit);
    many ??= createBlocksPass(network, blocks, measure);
    many(x, visit);
  };
}

/** Passes rows through the network, that many blocks at a time. */
function createBlocksPass({ widths, parameters }: Network, blocks: number, measure: boolean): ForwardPass {
  const { layers } = shapeOf(widths);
  const units = widths.map((width) => padToLanes(width) * BLOCK_ROWS);
  const outputLength = units[units.length - 1];
  const rows = blocks * BLOCK_ROWS;
  const columnLength = (rows * DOUBLE_BYTES) / FLOAT_BYTES;
  const activations = units.slice(0, -1).reduce((sum, length) => sum + length, 0);
  const { buffer, addresses, callParts } = createNetworkWasm(
    [parameters.length, 4 * layers.length, widths[0] * columnLength, blocks * outputLength, rows],
    [activations],
    ([, layersAt, columns, outputs, errors], [own]) => [
      {
        name: "setForwardPass",
        args: [layersAt, layers.length, columns, columnLength * FLOAT_BYTES, widths[0], MAX_INPUT, outputs, errors, own],
      },
    ],
  );
  const [parametersAt, layersAt, columnsAt, outputsAt, errorsAt] = addresses;
  new Float32Array(buffer, parametersAt, parameters.length).set(parameters);
  const table = new Int32Array(buffer, layersAt, 4 * layers.length);
  layers.forEach(({ inputs, outputs, weights, biases }, l) => {
    table.set([inputs, outputs, parametersAt + weights * FLOAT_BYTES, parametersAt + biases * FLOAT_BYTES], 4 * l);
  });
  const columns = new Float64Array(buffer, columnsAt, widths[0] * rows);
  const outputs = Array.from(
    { length: blocks },
    (_, b) => new Float32Array(buffer, outputsAt + b * outputLength * FLOAT_BYTES, outputLength),
  );
  const errors = Array.from({ length: blocks }, (_, b) => new Float32Array(buffer, errorsAt + b * BLOCK_ROWS * FLOAT_BYTES, BLOCK_ROWS));
  return (x, visit) => {
    for (let start = 0; start < x.nrow; start += rows) {
      const end = Math.min(x.nrow, start + rows);
      for (let j = 0; j < x.ncol; j++) copyNumbers(x.columns[j], { from: start, to: end }, columns, j * rows);
      callParts("forwardPart", Math.ceil((end - start) / BLOCK_ROWS), end - start, measure ? 1 : 0);
      for (let from = start, b = 0; from < end; from += BLOCK_ROWS, b++)
        visit({ from, count: Math.min(BLOCK_ROWS, end - from), outputs: outputs[b], reconstructionErrors: errors[b] });
    }
  };
}

/** Copies a column into `into` from index `at` on. Values beyond ±MAX_INPUT become that limit. */
export function copyClipped(column: Float64Array, into: Float32Array, at: number): void {
  for (let i = 0; i < column.length; i++) into[at + i] = clip(column[i], MAX_INPUT);
}
