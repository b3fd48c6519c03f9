import { roundUp } from "../round-up.js";

/** Layout of a network's parameters. The widths of layers are padded to the units that the kernel handles at once. */

interface Layer {
  inputs: number;
  outputs: number;
  /** Position of the first weight, and of the first bias, among all parameters. */
  weights: number;
  biases: number;
}

export interface Shape {
  /** Units without padding: the inputs, each hidden layer, the outputs. */
  widths: readonly number[];
  layers: readonly Layer[];
  /** Number of weights among the parameters. The biases follow them. */
  weightCount: number;
  parameterCount: number;
}

/** Number of units that the kernel handles at once. */
const LANES = 4;

/** Returns the number of units that the kernel computes for a layer of `width` units. */
export function padToLanes(width: number): number {
  return roundUp(width, LANES);
}

/** Returns the layout of a network; `widths` has the number of inputs, then that of the units of each layer. */
export function shapeOf(widths: readonly number[]): Shape {
  const pairs = widths.slice(1).map((outputs, at) => ({ inputs: padToLanes(widths[at]), outputs: padToLanes(outputs) }));
  const weightCount = pairs.reduce((sum, { inputs, outputs }) => sum + inputs * outputs, 0);
  let weights = 0;
  let biases = weightCount;
  const layers = pairs.map(({ inputs, outputs }) => {
    const layer = { inputs, outputs, weights, biases };
    weights += inputs * outputs;
    biases += outputs;
    return layer;
  });
  return { widths, layers, weightCount, parameterCount: biases };
}
