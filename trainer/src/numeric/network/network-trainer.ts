import type { Random } from "../random.js";
import { allocateTrainingMemory, type TrainingMemory } from "./memory.js";
import { BLOCK_ROWS, FLOAT_BYTES, paddedRows } from "./network-wasm.js";
import { padToLanes, type Shape, shapeOf } from "./shape.js";
import { type NetworkTrainingSet, outputWidth } from "./training-set.js";

/** Rows at these places of a trainer's order; at most `BLOCK_ROWS`. */
export interface RowRange {
  from: number;
  to: number;
}

/** Decay rates of Adam's averages (Kingma and Ba 2015), the same as in the wasm. */
const [FIRST_DECAY, SECOND_DECAY] = [0.9, 0.999];

/** Least number of products of a block for which threads share it. */
const MIN_PRODUCTS_TO_SHARE = 1_000_000;
/** Rows, outputs and parameters of a part, if threads share a block. Otherwise a part has all. */
const SHARED_PARTS = { rows: 8, outputs: 16, parameters: 4096 };
const WHOLE_PARTS = { rows: BLOCK_ROWS, outputs: 2 ** 20, parameters: 2 ** 30 };

/** A network in training, with its training rows. */
export class NetworkTrainer {
  readonly shape: Shape;
  readonly parameters: Float32Array;
  /** Gradient of the loss of all rows since the last step. */
  readonly gradient: Float32Array;
  /** Row numbers in training order. */
  readonly order: Int32Array;
  /** Weight of each row. */
  readonly weights: Float32Array;
  /** Unweighted loss of each row at its last forward pass; unused for classes. */
  readonly losses: Float32Array;
  private readonly memory: TrainingMemory;
  private readonly blockLosses: Float32Array;
  private steps = 0;

  constructor(
    private readonly trainingSet: NetworkTrainingSet,
    hidden: readonly number[],
    random: Random,
  ) {
    this.shape = shapeOf([trainingSet.x.ncol, ...hidden, outputWidth(trainingSet)]);
    this.memory = allocateTrainingMemory(trainingSet, this.shape);
    this.parameters = this.memory.floats("parameters");
    this.gradient = this.memory.floats("gradient");
    this.weights = this.memory.floats("weights");
    this.order = this.memory.order;
    this.losses = new Float32Array(trainingSet.x.nrow);
    this.blockLosses = this.memory.floats("losses");
    heInitialise(this.parameters, this.shape, random);
  }

  /** Returns the weighted sum of these rows' losses. */
  forwardLoss({ from, to }: RowRange): number {
    const { kernel, addresses, blocks, derivatives } = this.memory;
    const { exports: wasm } = kernel;
    const { x, objective } = this.trainingSet;
    const count = to - from;
    const partRows = this.partsOf(count).rows;
    const rows = paddedRows(count);
    const order = addresses.order + from * FLOAT_BYTES;
    wasm.gather(addresses.weights, x.nrow, 1, order, count, addresses.blockWeights);
    if (objective.kind !== "inputs") wasm.gather(addresses.targets, x.nrow, 1, order, count, addresses.blockTargets);
    kernel.callParts("forwardRows", Math.ceil(rows / partRows), partRows, addresses.columns, x.nrow, x.ncol, order, count);
    const last = blocks.length - 1;
    const [outputs, outputGradient] = [blocks[last], derivatives[last]];
    const width = this.shape.widths[last];
    if (objective.kind === "class")
      return wasm.softmaxLoss(outputs, addresses.blockTargets, addresses.blockWeights, width, rows, outputGradient);
    const targets = objective.kind === "number" ? addresses.blockTargets : blocks[0];
    const loss = wasm.squaredLoss(outputs, targets, addresses.blockWeights, padToLanes(width), rows, outputGradient, addresses.losses);
    for (let i = 0; i < count; i++) this.losses[this.order[from + i]] = this.blockLosses[i];
    return loss;
  }

  /** Does the same, and adds these rows' part to the gradient. */
  backpropagate(places: RowRange): number {
    const loss = this.forwardLoss(places);
    const { exports: wasm, callParts } = this.memory.kernel;
    const count = places.to - places.from;
    const { rows, outputs } = this.partsOf(count);
    const parts = this.shape.layers.reduce((sum, layer) => sum + Math.ceil(layer.outputs / outputs), 0);
    callParts("backwardRows", Math.ceil(paddedRows(count) / rows), rows, count);
    if (parts > this.shape.layers.length) callParts("accumulatePart", parts, outputs, count);
    else for (let part = 0; part < parts; part++) wasm.accumulatePart(part, outputs, count);
    return loss;
  }

  /** Takes a step by the gradient of `rows` rows, and resets the gradient. */
  adamStep(rows: number, learningRate: number, l2: number): void {
    this.steps++;
    const { callParts } = this.memory.kernel;
    const { weightCount, parameterCount } = this.shape;
    const partCount = this.partsOf(rows).parameters;
    const step = [1 / (1 - FIRST_DECAY ** this.steps), 1 / (1 - SECOND_DECAY ** this.steps), learningRate, 1 / rows];
    callParts("adamPart", Math.ceil(weightCount / partCount), partCount, 0, weightCount, ...step, l2);
    const biasCount = parameterCount - weightCount;
    callParts("adamPart", 1, biasCount, weightCount, biasCount, ...step, 0);
  }

  /** Returns the sizes of the parts in which a block of `rows` rows is computed. They change no result. */
  private partsOf(rows: number): typeof SHARED_PARTS {
    return Math.min(rows, BLOCK_ROWS) * this.shape.weightCount < MIN_PRODUCTS_TO_SHARE ? WHOLE_PARTS : SHARED_PARTS;
  }
}

/**
 * Draws weights from a normal distribution with variance 2 ÷ inputs, which keeps signals at the same scale through rectified
 * layers (He et al. 2015). The last layer's variance is 1 ÷ inputs. Biases are 0.
 */
function heInitialise(parameters: Float32Array, { widths, layers }: Shape, random: Random): void {
  layers.forEach(({ inputs, weights }, l) => {
    const gain = l < layers.length - 1 ? 2 : 1;
    const deviation = Math.sqrt(gain / widths[l]);
    for (let o = 0; o < widths[l + 1]; o++) {
      for (let i = 0; i < widths[l]; i++) parameters[weights + o * inputs + i] = deviation * random.normal();
    }
  });
}
