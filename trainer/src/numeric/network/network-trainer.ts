import type { Random } from "../random.js";
import { forward } from "./forward.js";
import { allocateTrainingMemory, type TrainingMemory } from "./memory.js";
import { FLOAT_BYTES, paddedRows } from "./network-wasm.js";
import { padToLanes, type Shape, shapeOf } from "./shape.js";
import { type NetworkTrainingSet, outputWidth } from "./training-set.js";

/** Rows at these places of a trainee's order; at most `ROWS`. */
export interface RowRange {
  from: number;
  to: number;
}

/** How fast Adam's averages forget (Kingma and Ba 2015); the kernel has the same. */
const [FIRST_DECAY, SECOND_DECAY] = [0.9, 0.999];

/** A network on its way, with the rows that it learns from. */
export class NetworkTrainer {
  readonly shape: Shape;
  readonly parameters: Float32Array;
  /** Of the losses of the rows learned from since the last step, by each parameter. */
  readonly gradient: Float32Array;
  /** Row numbers in the order of learning. */
  readonly order: Int32Array;
  /** What each row weighs. */
  readonly weights: Float32Array;
  /** Loss of each row when it was last answered, its weight left out; unless the aim is classes. */
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
    this.gradient = this.memory.floats("slopes");
    this.weights = this.memory.floats("weights");
    this.order = this.memory.order;
    this.losses = new Float32Array(trainingSet.x.nrow);
    this.blockLosses = this.memory.floats("losses");
    heInitialise(this.parameters, this.shape, random);
  }

  /** Weighted sum of these rows' losses. */
  forwardLoss({ from, to }: RowRange): number {
    const { wasm, addresses, blocks, derivatives } = this.memory;
    const { x, objective } = this.trainingSet;
    const count = to - from;
    const rows = paddedRows(count);
    const order = addresses.order + from * FLOAT_BYTES;
    wasm.gather(addresses.columns, x.nrow, x.ncol, order, count, blocks[0]);
    wasm.gather(addresses.weights, x.nrow, 1, order, count, addresses.weight);
    if (objective.kind !== "inputs") wasm.gather(addresses.targets, x.nrow, 1, order, count, addresses.target);
    forward(wasm, this.shape, { parameters: addresses.parameters, blocks, rows });
    const last = blocks.length - 1;
    const [outputs, byOutputs] = [blocks[last], derivatives[last]];
    const width = this.shape.widths[last];
    if (objective.kind === "class") return wasm.softmax(outputs, addresses.target, addresses.weight, width, rows, byOutputs);
    const targets = objective.kind === "number" ? addresses.target : blocks[0];
    const loss = wasm.squares(outputs, targets, addresses.weight, padToLanes(width), rows, byOutputs, addresses.losses);
    for (let i = 0; i < count; i++) this.losses[this.order[from + i]] = this.blockLosses[i];
    return loss;
  }

  /** The same, and adds to the slopes what these rows contribute. */
  backpropagate(places: RowRange): number {
    const loss = this.forwardLoss(places);
    const { wasm: kernel, addresses: at, blocks, derivatives } = this.memory;
    const rows = paddedRows(places.to - places.from);
    for (let l = this.shape.layers.length - 1; l >= 0; l--) {
      const { inputs, outputs, weights, biases } = this.shape.layers[l];
      const by = derivatives[l + 1];
      kernel.accumulate(at.slopes + weights * FLOAT_BYTES, at.slopes + biases * FLOAT_BYTES, inputs, outputs, by, blocks[l], rows);
      if (l > 0) kernel.backward(at.parameters + weights * FLOAT_BYTES, inputs, outputs, by, blocks[l], derivatives[l], rows);
    }
    return loss;
  }

  /** Moves the parameters by the slopes gathered from so many rows, and forgets those. */
  adamStep(rows: number, learningRate: number, l2: number): void {
    this.steps++;
    const { wasm: kernel, addresses: at } = this.memory;
    const { weightCount, parameterCount } = this.shape;
    kernel.setStep(1 / (1 - FIRST_DECAY ** this.steps), 1 / (1 - SECOND_DECAY ** this.steps), learningRate);
    kernel.adam(at.parameters, at.slopes, at.first, at.second, weightCount, 1 / rows, l2);
    const biases = [at.parameters, at.slopes, at.first, at.second].map((address) => address + weightCount * FLOAT_BYTES);
    kernel.adam(biases[0], biases[1], biases[2], biases[3], parameterCount - weightCount, 1 / rows, 0);
  }
}

/** Normal with variance 2 ÷ inputs, which keeps signals alike through rectified layers (He et al. 2015); biases 0. */
function heInitialise(parameters: Float32Array, { widths, layers }: Shape, random: Random): void {
  layers.forEach(({ inputs, weights }, l) => {
    const gain = l < layers.length - 1 ? 2 : 1;
    const deviation = Math.sqrt(gain / widths[l]);
    for (let o = 0; o < widths[l + 1]; o++) {
      for (let i = 0; i < widths[l]; i++) parameters[weights + o * inputs + i] = deviation * random.normal();
    }
  });
}
