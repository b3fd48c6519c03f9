import type { Random } from "../random.js";
import { forward } from "./forward.js";
import { allocateTrainingMemory, type TrainingMemory } from "./memory.js";
import { FLOAT_BYTES, paddedRows } from "./network-wasm.js";
import { padToLanes, type Shape, shapeOf } from "./shape.js";
import { type NetworkTrainingSet, outputWidth } from "./training-set.js";

/** Rows at these places of a trainer's order; at most `BLOCK_ROWS`. */
export interface RowRange {
  from: number;
  to: number;
}

/** Decay rates of Adam's averages (Kingma and Ba 2015), the same as in the wasm. */
const [FIRST_DECAY, SECOND_DECAY] = [0.9, 0.999];

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
    const { wasm, addresses, blocks, derivatives } = this.memory;
    const { x, objective } = this.trainingSet;
    const count = to - from;
    const rows = paddedRows(count);
    const order = addresses.order + from * FLOAT_BYTES;
    wasm.gather(addresses.columns, x.nrow, x.ncol, order, count, blocks[0]);
    wasm.gather(addresses.weights, x.nrow, 1, order, count, addresses.blockWeights);
    if (objective.kind !== "inputs") wasm.gather(addresses.targets, x.nrow, 1, order, count, addresses.blockTargets);
    forward(wasm, this.shape, { parameters: addresses.parameters, blocks, rows });
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
    const { wasm, addresses: at, blocks, derivatives } = this.memory;
    const rows = paddedRows(places.to - places.from);
    for (let l = this.shape.layers.length - 1; l >= 0; l--) {
      const { inputs, outputs, weights, biases } = this.shape.layers[l];
      const by = derivatives[l + 1];
      wasm.accumulate(at.gradient + weights * FLOAT_BYTES, at.gradient + biases * FLOAT_BYTES, inputs, outputs, by, blocks[l], rows);
      if (l > 0) wasm.backward(at.parameters + weights * FLOAT_BYTES, inputs, outputs, by, blocks[l], derivatives[l], rows);
    }
    return loss;
  }

  /** Takes a step by the gradient of `rows` rows, and resets the gradient. */
  adamStep(rows: number, learningRate: number, l2: number): void {
    this.steps++;
    const { wasm, addresses: at } = this.memory;
    const { weightCount, parameterCount } = this.shape;
    wasm.setAdamStep(1 / (1 - FIRST_DECAY ** this.steps), 1 / (1 - SECOND_DECAY ** this.steps), learningRate);
    wasm.adam(at.parameters, at.gradient, at.firstMoment, at.secondMoment, weightCount, 1 / rows, l2);
    const biases = [at.parameters, at.gradient, at.firstMoment, at.secondMoment].map((address) => address + weightCount * FLOAT_BYTES);
    wasm.adam(biases[0], biases[1], biases[2], biases[3], parameterCount - weightCount, 1 / rows, 0);
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
