import { clip } from "../clip.js";
import type { Matrix } from "../matrix.js";
import { forward } from "./forward.js";
import { BLOCK_ROWS, createNetworkWasm, paddedRows } from "./network-wasm.js";
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
  /** Returns half the squared distance of each row's outputs from its inputs. Outputs are as many as inputs. */
  reconstructionErrors(): Float32Array;
}

/** Passes rows through a network, block by block. The next block overwrites the outputs. */
type ForwardPass = (x: Matrix, visit: (block: OutputBlock) => void) => void;

/** Allocates the memory for the network and a block of rows at once, so that the first rows do not wait for it. */
export function createForwardPass({ widths, parameters }: Network): ForwardPass {
  const shape = shapeOf(widths);
  const last = widths.length - 1;
  const units = widths.map((width) => padToLanes(width) * BLOCK_ROWS);
  const { wasm, buffer, addresses } = createNetworkWasm([parameters.length, BLOCK_ROWS, BLOCK_ROWS, units[last], ...units]);
  const [parametersAt, weights, losses, outputGradient, ...blocks] = addresses;
  const floats = (at: number, length: number) => new Float32Array(buffer, at, length);
  floats(parametersAt, parameters.length).set(parameters);
  const inputs = floats(blocks[0], units[0]);
  const outputs = floats(blocks[last], units[last]);
  const rowLosses = floats(losses, BLOCK_ROWS);
  let rows = 0;
  const reconstructionErrors = () => {
    wasm.squaredLoss(blocks[last], blocks[0], weights, padToLanes(widths[last]), rows, outputGradient, losses);
    return rowLosses;
  };
  return (x, visit) => {
    for (let from = 0; from < x.nrow; from += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, x.nrow - from);
      rows = paddedRows(count);
      for (let j = 0; j < x.ncol; j++) copyClipped(x.columns[j], { from, to: from + count }, inputs, j * BLOCK_ROWS);
      forward(wasm, shape, { parameters: parametersAt, blocks, rows });
      visit({ from, count, outputs, reconstructionErrors });
    }
  };
}

/**
 * Copies the rows `from` to `to`, the end excluded, of a column into `into` from index `at` on. Values beyond ±MAX_INPUT become
 * that limit.
 */
export function copyClipped(column: Float64Array, { from, to }: { from: number; to: number }, into: Float32Array, at: number): void {
  const shift = at - from;
  for (let i = from; i < to; i++) {
    into[i + shift] = clip(column[i], MAX_INPUT);
  }
}
