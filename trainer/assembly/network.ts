// Inner loops of a feed-forward network, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/numeric/network/network-wasm.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// Threads share the memory: each predicts other blocks of rows.
//
// Activations come in blocks of up to 64 rows, unit by unit; the rows of a unit are side by side (f32). The units of a layer are
// a multiple of 4 and the rows a multiple of 8, padded with zeros. Weights (f32) have one row of inputs for each output.
import { sumLanesF32, transposeAdd4 } from "./vector-reductions";

/** Bytes from one unit of a block to the next. */
const UNIT: usize = 256;

/**
 * Computes bias + Σ weight · input for four outputs and eight rows, at least `floor`. `biases` holds 4 × f32. The loop keeps
 * eight sums, so that no addition waits for the previous one.
 */
function fourByEight(
  weights: usize,
  alongOutputs: usize,
  alongInputs: usize,
  inputs: i32,
  from: usize,
  to: usize,
  biases: usize,
  floor: v128,
): void {
  let a0 = v128.load32_splat(biases);
  let b0 = v128.load32_splat(biases, 4);
  let c0 = v128.load32_splat(biases, 8);
  let d0 = v128.load32_splat(biases, 12);
  let a1 = a0;
  let b1 = b0;
  let c1 = c0;
  let d1 = d0;
  let a = weights;
  let b = a + alongOutputs;
  let c = b + alongOutputs;
  let d = c + alongOutputs;
  let at = from;
  for (let i = 0; i < inputs; i++) {
    const x0 = v128.load(at);
    const x1 = v128.load(at, 16);
    let w = v128.load32_splat(a);
    a0 = f32x4.add(a0, f32x4.mul(w, x0));
    a1 = f32x4.add(a1, f32x4.mul(w, x1));
    w = v128.load32_splat(b);
    b0 = f32x4.add(b0, f32x4.mul(w, x0));
    b1 = f32x4.add(b1, f32x4.mul(w, x1));
    w = v128.load32_splat(c);
    c0 = f32x4.add(c0, f32x4.mul(w, x0));
    c1 = f32x4.add(c1, f32x4.mul(w, x1));
    w = v128.load32_splat(d);
    d0 = f32x4.add(d0, f32x4.mul(w, x0));
    d1 = f32x4.add(d1, f32x4.mul(w, x1));
    a += alongInputs;
    b += alongInputs;
    c += alongInputs;
    d += alongInputs;
    at += UNIT;
  }
  v128.store(to, f32x4.pmax(floor, a0));
  v128.store(to, f32x4.pmax(floor, a1), 16);
  v128.store(to + UNIT, f32x4.pmax(floor, b0));
  v128.store(to + UNIT, f32x4.pmax(floor, b1), 16);
  v128.store(to + 2 * UNIT, f32x4.pmax(floor, c0));
  v128.store(to + 2 * UNIT, f32x4.pmax(floor, c1), 16);
  v128.store(to + 3 * UNIT, f32x4.pmax(floor, d0));
  v128.store(to + 3 * UNIT, f32x4.pmax(floor, d1), 16);
}

/** Computes a layer's outputs: weights · inputs + biases. If `rectify` is 1, negative outputs become 0. */
function forward(weights: usize, biases: usize, inputs: i32, outputs: i32, from: usize, to: usize, rows: i32, rectify: i32): void {
  const floor = rectify ? f32x4.splat(0) : f32x4.splat(-f32.MAX_VALUE);
  const row = (<usize>inputs) << 2;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 32) {
    for (let o: usize = 0; o < <usize>outputs; o += 4) {
      fourByEight(weights + o * row, row, 4, inputs, from + r, to + o * UNIT + r, biases + (o << 2), floor);
    }
  }
}

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

const zeros: usize = memory.data(16, 16);

/**
 * Computes the loss's derivatives with respect to a layer's inputs from those with respect to its outputs. The derivative is 0
 * where the input was not above 0.
 */
function backward(weights: usize, inputs: i32, outputs: i32, outputGradient: usize, input: usize, inputGradient: usize, rows: i32): void {
  const none = f32x4.splat(0);
  const floor = f32x4.splat(-f32.MAX_VALUE);
  const row = (<usize>inputs) << 2;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 32) {
    for (let i: usize = 0; i < <usize>inputs; i += 4) {
      const to = inputGradient + i * UNIT + r;
      fourByEight(weights + (i << 2), 4, row, outputs, outputGradient + r, to, zeros, floor);
      const was = input + i * UNIT + r;
      for (let unit: usize = 0; unit < 4 * UNIT; unit += UNIT) {
        v128.store(to + unit, v128.and(v128.load(to + unit), f32x4.gt(v128.load(was + unit), none)));
        v128.store(to + unit, v128.and(v128.load(to + unit, 16), f32x4.gt(v128.load(was + unit, 16), none)), 16);
      }
    }
  }
}

/** Adds these rows' part to the loss's derivatives with respect to a layer's weights and biases. */
function accumulate(
  weightGradient: usize,
  biasGradient: usize,
  inputs: i32,
  outputs: i32,
  outputGradient: usize,
  from: usize,
  rows: i32,
): void {
  const row = (<usize>inputs) << 2;
  const end = (<usize>rows) << 2;
  for (let o: usize = 0; o < <usize>outputs; o += 2) {
    const d = outputGradient + o * UNIT;
    for (let i: usize = 0; i < <usize>inputs; i += 4) twoByFour(weightGradient + o * row + (i << 2), row, d, from + i * UNIT, end);
    addTo(biasGradient + (o << 2), sumOf(d, end));
    addTo(biasGradient + (o << 2) + 4, sumOf(d + UNIT, end));
  }
}

function twoByFour(to: usize, row: usize, outputGradient: usize, from: usize, end: usize): void {
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  for (let r: usize = 0; r < end; r += 16) {
    const a = v128.load(outputGradient + r);
    const b = v128.load(outputGradient + r, UNIT);
    const x = from + r;
    let w = v128.load(x);
    a0 = f32x4.add(a0, f32x4.mul(a, w));
    b0 = f32x4.add(b0, f32x4.mul(b, w));
    w = v128.load(x, UNIT);
    a1 = f32x4.add(a1, f32x4.mul(a, w));
    b1 = f32x4.add(b1, f32x4.mul(b, w));
    w = v128.load(x, 2 * UNIT);
    a2 = f32x4.add(a2, f32x4.mul(a, w));
    b2 = f32x4.add(b2, f32x4.mul(b, w));
    w = v128.load(x, 3 * UNIT);
    a3 = f32x4.add(a3, f32x4.mul(a, w));
    b3 = f32x4.add(b3, f32x4.mul(b, w));
  }
  v128.store(to, f32x4.add(v128.load(to), transposeAdd4(a0, a1, a2, a3)));
  v128.store(to + row, f32x4.add(v128.load(to + row), transposeAdd4(b0, b1, b2, b3)));
}

function sumOf(unit: usize, end: usize): f32 {
  let sum = f32x4.splat(0);
  for (let r: usize = 0; r < end; r += 16) sum = f32x4.add(sum, v128.load(unit + r));
  return sumLanesF32(sum);
}

function addTo(at: usize, value: f32): void {
  store<f32>(at, load<f32>(at) + value);
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
 * Writes half the squared distance of each row from its `targets` to `losses`, and the derivatives with respect to the outputs.
 * Returns the weighted sum of the losses.
 */
export function squaredLoss(
  outputs: usize,
  targets: usize,
  weights: usize,
  units: i32,
  rows: i32,
  outputGradient: usize,
  losses: usize,
): f64 {
  let loss: f64 = 0;
  const past = <usize>units * UNIT;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 16) {
    const weight = v128.load(weights + r);
    let sum = f32x4.splat(0);
    for (let unit = r; unit < past; unit += UNIT) {
      const difference = f32x4.sub(v128.load(outputs + unit), v128.load(targets + unit));
      v128.store(outputGradient + unit, f32x4.mul(difference, weight));
      sum = f32x4.add(sum, f32x4.mul(difference, difference));
    }
    sum = f32x4.mul(sum, f32x4.splat(0.5));
    v128.store(losses + r, sum);
    loss += sumLanesF32(f32x4.mul(sum, weight));
  }
  return loss;
}

/**
 * Returns the weighted cross-entropy of the softmax; `codes` holds each row's class (f32). Writes its derivatives with respect to
 * the outputs.
 */
export function softmaxLoss(outputs: usize, codes: usize, weights: usize, labels: i32, rows: i32, outputGradient: usize): f64 {
  const past = <usize>labels * UNIT;
  let loss: f64 = 0;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 16) {
    let highest = v128.load(outputs + r);
    for (let unit = UNIT; unit < past; unit += UNIT) highest = f32x4.pmax(highest, v128.load(outputs + unit + r));
    let sum = f32x4.splat(0);
    for (let unit: usize = 0; unit < past; unit += UNIT) {
      const power = exponential(f32x4.sub(v128.load(outputs + unit + r), highest));
      v128.store(outputGradient + unit + r, power);
      sum = f32x4.add(sum, power);
    }
    const weight = v128.load(weights + r);
    const factor = f32x4.div(weight, sum);
    const code = v128.load(codes + r);
    let own = f32x4.splat(0);
    for (let label = 0; label < labels; label++) {
      const unit = <usize>label * UNIT + r;
      const chosen = f32x4.eq(code, f32x4.splat(<f32>label));
      own = v128.bitselect(f32x4.sub(v128.load(outputs + unit), highest), own, chosen);
      v128.store(outputGradient + unit, f32x4.sub(f32x4.mul(v128.load(outputGradient + unit), factor), v128.and(weight, chosen)));
    }
    loss += lossOf(f32x4.extract_lane(weight, 0), f32x4.extract_lane(sum, 0), f32x4.extract_lane(own, 0));
    loss += lossOf(f32x4.extract_lane(weight, 1), f32x4.extract_lane(sum, 1), f32x4.extract_lane(own, 1));
    loss += lossOf(f32x4.extract_lane(weight, 2), f32x4.extract_lane(sum, 2), f32x4.extract_lane(own, 2));
    loss += lossOf(f32x4.extract_lane(weight, 3), f32x4.extract_lane(sum, 3), f32x4.extract_lane(own, 3));
  }
  return loss;
}

function lossOf(weight: f32, sum: f32, own: f32): f64 {
  return <f64>weight * (NativeMath.log(<f64>sum) - <f64>own);
}

/** Returns eˣ for x up to 0, to 1e-7: 2 to the integer part of x ÷ ln 2, times the Taylor series of the rest. */
function exponential(x: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-40), x);
  const whole = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(Mathf.LOG2E)));
  // ln 2 is split in two parts. The first has few enough digits for an exact product (Cody and Waite 1980).
  const rest = f32x4.sub(f32x4.sub(bounded, f32x4.mul(whole, f32x4.splat(0.693359375))), f32x4.mul(whole, f32x4.splat(-2.1219444e-4)));
  let series = f32x4.splat(1.0 / 720);
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 120));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 24));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 6));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.5));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  return f32x4.mul(series, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23));
}

/** Bias corrections of Adam's two averages, and the learning rate. */
let firstScale: f32 = 1;
let secondScale: f32 = 1;
let learningRate: f32 = 0;

/**
 * Takes a step of Adam (Kingma and Ba 2015, with their decays) on `count` parameters. Each derivative times `share` is that of
 * the mean loss; `l2` times the parameter is added to it. Resets the derivatives to 0 for the next step.
 */
function adam(parameters: usize, gradient: usize, first: usize, second: usize, count: i32, share: f32, l2: f32): void {
  const shares = f32x4.splat(share);
  const penalty = f32x4.splat(l2);
  for (let at: usize = 0; at < (<usize>count) << 2; at += 16) {
    const value = v128.load(parameters + at);
    const derivative = flushToZero(f32x4.add(f32x4.mul(v128.load(gradient + at), shares), f32x4.mul(value, penalty)), 1e-15);
    const mean = f32x4.add(f32x4.mul(v128.load(first + at), f32x4.splat(0.9)), f32x4.mul(derivative, f32x4.splat(0.1)));
    const square = f32x4.mul(f32x4.mul(derivative, derivative), f32x4.splat(0.001));
    const spread = f32x4.add(f32x4.mul(v128.load(second + at), f32x4.splat(0.999)), square);
    v128.store(first + at, flushToZero(mean, 1e-20));
    v128.store(second + at, flushToZero(spread, 1e-35));
    const width = f32x4.add(f32x4.sqrt(f32x4.mul(spread, f32x4.splat(secondScale))), f32x4.splat(1e-8));
    const step = f32x4.div(f32x4.mul(mean, f32x4.splat(firstScale * learningRate)), width);
    v128.store(parameters + at, f32x4.sub(value, step));
    v128.store(gradient + at, f32x4.splat(0));
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
  firstScale = first;
  secondScale = second;
  learningRate = rate;
  adam(parameters + at, gradients + at, firstMoments + at, secondMoments + at, min(partCount, count - start), share, l2);
}

/** Returns 0 where |x| is not above `least`. Numbers near the lower end of a float's range make a processor many times slower. */
function flushToZero(x: v128, least: f32): v128 {
  return v128.and(x, f32x4.gt(f32x4.abs(x), f32x4.splat(least)));
}
