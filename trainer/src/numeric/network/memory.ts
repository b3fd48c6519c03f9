import type { SharedKernel } from "../wasm/shared-kernel.js";
import { copyClipped } from "./network.js";
import { BLOCK_ROWS, createNetworkWasm, FLOAT_BYTES, type NetworkWasm } from "./network-wasm.js";
import { padToLanes, type Shape } from "./shape.js";
import type { NetworkTrainingSet } from "./training-set.js";

/** Memory of the kernel during training: addresses for the kernel, and views for the callers. */
export interface TrainingMemory {
  kernel: SharedKernel<NetworkWasm>;
  addresses: Record<(typeof BLOCK_NAMES)[number], number>;
  /** Addresses of the inputs and each layer's outputs, and of the loss's derivatives with respect to them. */
  blocks: readonly number[];
  derivatives: readonly number[];
  /** Returns the array of that name. */
  floats(name: "parameters" | "gradient" | "weights" | "losses"): Float32Array;
  order: Int32Array;
}

/** Parameters, their gradient, and Adam's two averages; all rows; the targets, weights and losses of a block of rows. */
const BLOCK_NAMES = [
  "parameters",
  "gradient",
  "firstMoment",
  "secondMoment",
  "columns",
  "targets",
  "weights",
  "order",
  "blockTargets",
  "blockWeights",
  "losses",
] as const;

/** Numbers of a layer in the table that the kernel reads. */
const LAYER_NUMBERS = 8;

/** Allocates memory for all rows of a training set and copies them in. */
export function allocateTrainingMemory(trainingSet: NetworkTrainingSet, shape: Shape): TrainingMemory {
  const { x, objective } = trainingSet;
  const count = shape.parameterCount;
  const lengths: Record<(typeof BLOCK_NAMES)[number], number> = {
    parameters: count,
    gradient: count,
    firstMoment: count,
    secondMoment: count,
    columns: x.ncol * x.nrow,
    targets: x.nrow,
    weights: x.nrow,
    order: x.nrow,
    blockTargets: padToLanes(1) * BLOCK_ROWS,
    blockWeights: BLOCK_ROWS,
    losses: BLOCK_ROWS,
  };
  const units = shape.widths.map((width) => padToLanes(width) * BLOCK_ROWS);
  const named = BLOCK_NAMES.map((name) => lengths[name]);
  const kernel = createNetworkWasm([...named, ...units, ...units, LAYER_NUMBERS * shape.layers.length], (addresses) => {
    const [parameters, gradient, firstMoment, secondMoment] = addresses;
    const layers = addresses[addresses.length - 1];
    return [{ name: "setTraining", args: [layers, shape.layers.length, parameters, gradient, firstMoment, secondMoment] }];
  });
  const { buffer, addresses } = kernel;
  const at = Object.fromEntries(BLOCK_NAMES.map((name, n) => [name, addresses[n]])) as TrainingMemory["addresses"];
  const floats = (name: (typeof BLOCK_NAMES)[number]) => new Float32Array(buffer, at[name], lengths[name]);
  const columns = floats("columns");
  x.columns.forEach((column, j) => void copyClipped(column, columns, j * x.nrow));
  if (objective.kind === "number") floats("targets").set(objective.values);
  if (objective.kind === "class") floats("targets").set(objective.codes);
  if (objective.kind === "class") floats("weights").set(Float32Array.from(objective.codes, (code) => objective.weights[code]));
  else floats("weights").fill(1);
  const order = new Int32Array(buffer, at.order, x.nrow);
  for (let i = 0; i < x.nrow; i++) order[i] = i;
  const blocks = addresses.slice(named.length, named.length + units.length);
  const derivatives = addresses.slice(named.length + units.length, -1);
  const table = new Int32Array(buffer, addresses[addresses.length - 1], LAYER_NUMBERS * shape.layers.length);
  shape.layers.forEach(({ inputs, outputs, weights, biases }, l) => {
    const places = [weights * FLOAT_BYTES, biases * FLOAT_BYTES];
    table.set([inputs, outputs, ...places, blocks[l], blocks[l + 1], derivatives[l], derivatives[l + 1]], LAYER_NUMBERS * l);
  });
  return { kernel, addresses: at, blocks, derivatives, floats, order };
}
