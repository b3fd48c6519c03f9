// Inner loops of a feed-forward network, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/numeric/network/network-wasm.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// Threads share the memory: each takes other rows or other parameters. dense-layer.ts describes blocks of activations and weights.
import { adam, setStep } from "./adam";
import { accumulate, backward, forward, UNIT } from "./dense-layer";

export { softmaxLoss, squaredLoss } from "./network-losses";

/**
 * Layers of the network whose outputs `forwardPart` computes. Each has four i32: its inputs, its outputs, and the addresses of its
 * weights and biases.
 */
let layers: usize = 0;
/** Rows to predict, column by column (f64). */
let columns: usize = 0;
/** Largest absolute input. */
let maxInput: f64 = 0;
/** Blocks of outputs, one for each part, and half the squared distance of each row from its inputs (f32). */
let outputBlocks: usize = 0;
let outputErrors: usize = 0;
/** Blocks of the activations before the last layer's, for this thread. */
let activations: usize = 0;

export function setForwardPass(
  limit: f64,
  layersAt: usize,
  columnsAt: usize,
  outputBlocksAt: usize,
  outputErrorsAt: usize,
  activationsAt: usize,
): void {
  maxInput = limit;
  layers = layersAt;
  columns = columnsAt;
  outputBlocks = outputBlocksAt;
  outputErrors = outputErrorsAt;
  activations = activationsAt;
}

/**
 * Passes a block of rows through `layerCount` layers: part p has 64 rows from 64 p on, or those that are left of all `rows`. The
 * `columnCount` columns are `columnBytes` apart. If `measure` is 1, it also writes half the squared distance of each row's outputs from
 * its inputs. Outputs are then as many as inputs.
 */
export function forwardPart(part: i32, rows: i32, layerCount: i32, columnCount: i32, columnBytes: usize, measure: i32): void {
  const count = (min(64, rows - part * 64) + 7) & ~7;
  copyInputs(columns + <usize>part * 512, columnCount, columnBytes, count);
  let from = activations;
  let to = from;
  for (let l = 0; l < layerCount; l++) {
    const layer = layers + ((<usize>l) << 4);
    const isLast = l === layerCount - 1;
    const inputs = load<i32>(layer);
    const outputs = load<i32>(layer, 4);
    to = isLast ? outputBlocks + <usize>part * <usize>outputs * UNIT : from + <usize>inputs * UNIT;
    forward(load<u32>(layer, 8), load<u32>(layer, 12), inputs, outputs, from, to, count, isLast ? 0 : 1);
    from = to;
  }
  if (measure) reconstructionErrors(to, load<i32>(layers), count, outputErrors + <usize>part * UNIT);
}

/** Copies rows of each column to the block of inputs, clipped. Units without a column are 0. */
function copyInputs(column: usize, columnCount: i32, columnBytes: usize, count: i32): void {
  const least = f64x2.splat(-maxInput);
  const most = f64x2.splat(maxInput);
  const end = (<usize>count) << 2;
  let to = activations;
  for (let j = 0; j < columnCount; j++) {
    for (let r: usize = 0; r < end; r += 16) {
      const a = f64x2.pmax(f64x2.pmin(v128.load(column + 2 * r), most), least);
      const b = f64x2.pmax(f64x2.pmin(v128.load(column + 2 * r, 16), most), least);
      v128.store(to + r, v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5));
    }
    column += columnBytes;
    to += UNIT;
  }
  memory.fill(to, 0, activations + <usize>load<i32>(layers) * UNIT - to);
}

function reconstructionErrors(outputs: usize, units: i32, rows: i32, errors: usize): void {
  const past = <usize>units * UNIT;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 16) {
    let sum = f32x4.splat(0);
    for (let unit = r; unit < past; unit += UNIT) {
      const difference = f32x4.sub(v128.load(outputs + unit), v128.load(activations + unit));
      sum = f32x4.add(sum, f32x4.mul(difference, difference));
    }
    v128.store(errors + r, f32x4.mul(sum, f32x4.splat(0.5)));
  }
}

/**
 * Copies rows of each of `units` columns (f32, `nrow` each) into a block. `order` lists the `count` rows (i32). The rest of the
 * last eight rows is 0.
 */
export function gather(columns: usize, nrow: i32, units: i32, order: usize, count: i32, to: usize): void {
  const end = (<usize>count) << 2;
  const padded = (<usize>((count + 7) & ~7)) << 2;
  for (let unit = 0; unit < units; unit++) {
    const column = columns + ((<usize>unit * <usize>nrow) << 2);
    const block = to + <usize>unit * UNIT;
    for (let r: usize = 0; r < end; r += 4) store<f32>(block + r, load<f32>(column + ((<usize>load<i32>(order + r)) << 2)));
    for (let r = end; r < padded; r += 4) store<f32>(block + r, 0);
  }
}

/**
 * Layers of the network in training: eight i32 each, the inputs, the outputs, the places of the weights and biases in bytes, and the
 * addresses of its inputs, its outputs, and the derivatives with respect to these.
 */
let trained: usize = 0;
let trainedCount: i32 = 0;
/** Parameters, their derivatives, and Adam's two averages. */
let parameters: usize = 0;
let gradients: usize = 0;
let firstMoments: usize = 0;
let secondMoments: usize = 0;

export function setTraining(layersAt: usize, count: i32, parametersAt: usize, gradientsAt: usize, firstAt: usize, secondAt: usize): void {
  trained = layersAt;
  trainedCount = count;
  parameters = parametersAt;
  gradients = gradientsAt;
  firstMoments = firstAt;
  secondMoments = secondAt;
}

/**
 * Gathers a part of the `count` rows of a block, and passes them through all layers. A part has `partRows` rows, a multiple of 8.
 */
export function forwardRows(part: i32, partRows: i32, inputColumns: usize, nrow: i32, units: i32, order: usize, count: i32): void {
  const first = part * partRows;
  const rows = min(partRows, ((count + 7) & ~7) - first);
  const at = (<usize>first) << 2;
  gather(inputColumns, nrow, units, order + at, min(rows, count - first), <usize>load<u32>(trained, 16) + at);
  for (let l = 0; l < trainedCount; l++) {
    const layer = trained + ((<usize>l) << 5);
    const weights = parameters + <usize>load<u32>(layer, 8);
    const biases = parameters + <usize>load<u32>(layer, 12);
    const from = <usize>load<u32>(layer, 16) + at;
    const to = <usize>load<u32>(layer, 20) + at;
    forward(weights, biases, load<i32>(layer), load<i32>(layer, 4), from, to, rows, l < trainedCount - 1 ? 1 : 0);
  }
}

/** Computes the derivatives with respect to the inputs of all layers but the first, for a part of the rows as in forwardRows. */
export function backwardRows(part: i32, partRows: i32, count: i32): void {
  const first = part * partRows;
  const rows = min(partRows, ((count + 7) & ~7) - first);
  const at = (<usize>first) << 2;
  for (let l = trainedCount - 1; l > 0; l--) {
    const layer = trained + ((<usize>l) << 5);
    const weights = parameters + <usize>load<u32>(layer, 8);
    const input = <usize>load<u32>(layer, 16) + at;
    const inputGradient = <usize>load<u32>(layer, 24) + at;
    backward(weights, load<i32>(layer), load<i32>(layer, 4), <usize>load<u32>(layer, 28) + at, input, inputGradient, rows);
  }
}

/** Adds the rows' part to the derivatives with respect to the parameters of some outputs: at most `partOutputs`, of one layer. */
export function accumulatePart(part: i32, partOutputs: i32, count: i32): void {
  let layer = trained;
  let outputs = load<i32>(layer, 4);
  while (part * partOutputs >= outputs) {
    part -= (outputs + partOutputs - 1) / partOutputs;
    layer += 32;
    outputs = load<i32>(layer, 4);
  }
  const first = part * partOutputs;
  const inputs = load<i32>(layer);
  const weightGradient = gradients + <usize>load<u32>(layer, 8) + ((<usize>first * <usize>inputs) << 2);
  const biasGradient = gradients + <usize>load<u32>(layer, 12) + ((<usize>first) << 2);
  const outputGradient = <usize>load<u32>(layer, 28) + <usize>first * UNIT;
  accumulate(
    weightGradient,
    biasGradient,
    inputs,
    min(partOutputs, outputs - first),
    outputGradient,
    load<u32>(layer, 16),
    (count + 7) & ~7,
  );
}

/**
 * Takes a step of Adam on a part of the `count` parameters from place `from` on. `first` and `second` are the bias corrections of the
 * averages: 1 ÷ (1 − decay to the power of the steps done).
 */
export function adamPart(part: i32, partCount: i32, from: i32, count: i32, first: f32, second: f32, rate: f32, share: f32, l2: f32): void {
  const start = part * partCount;
  const at = (<usize>(from + start)) << 2;
  setStep(first, second, rate);
  adam(parameters + at, gradients + at, firstMoments + at, secondMoments + at, min(partCount, count - start), share, l2);
}
