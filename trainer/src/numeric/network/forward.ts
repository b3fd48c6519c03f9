import { FLOAT_BYTES, type NetworkWasm } from "./network-wasm.js";
import type { Shape } from "./shape.js";

/** Passes a block of rows through all layers: `blocks[0]` holds the inputs, `blocks[l + 1]` gets the outputs of layer l. */
export function forward(
  wasm: NetworkWasm,
  shape: Shape,
  { parameters, blocks, rows }: { parameters: number; blocks: readonly number[]; rows: number },
): void {
  shape.layers.forEach(({ inputs, outputs, weights, biases }, l) => {
    const rectify = l < shape.layers.length - 1 ? 1 : 0;
    wasm.forward(
      parameters + weights * FLOAT_BYTES,
      parameters + biases * FLOAT_BYTES,
      inputs,
      outputs,
      blocks[l],
      blocks[l + 1],
      rows,
      rectify,
    );
  });
}
