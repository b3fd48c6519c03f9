import { copyClipped } from "./network.js";
import { BLOCK_ROWS, createNetworkWasm, type NetworkWasm } from "./network-wasm.js";
import { padToLanes, type Shape } from "./shape.js";
import type { NetworkTrainingSet } from "./training-set.js";

/** Memory of the kernel during training: addresses for the kernel, and views for the callers. */
export interface TrainingMemory {
  wasm: NetworkWasm;
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
  const { exports: wasm, buffer, addresses } = createNetworkWasm([...BLOCK_NAMES.map((name) => lengths[name]), ...units, ...units]);
  const at = Object.fromEntries(BLOCK_NAMES.map((name, n) => [name, addresses[n]])) as TrainingMemory["addresses"];
  const floats = (name: (typeof BLOCK_NAMES)[number]) => new Float32Array(buffer, at[name], lengths[name]);
  const columns = floats("columns");
  x.columns.forEach((column, j) => void copyClipped(column, { from: 0, to: x.nrow }, columns, j * x.nrow));
  if (objective.kind === "number") floats("targets").set(objective.values);
  if (objective.kind === "class") floats("targets").set(objective.codes);
  if (objective.kind === "class") floats("weights").set(Float32Array.from(objective.codes, (code) => objective.weights[code]));
  else floats("weights").fill(1);
  const order = new Int32Array(buffer, at.order, x.nrow);
  for (let i = 0; i < x.nrow; i++) order[i] = i;
  const blocks = addresses.slice(BLOCK_NAMES.length);
  return { wasm, addresses: at, blocks: blocks.slice(0, units.length), derivatives: blocks.slice(units.length), floats, order };
}
