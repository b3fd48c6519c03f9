// One dense layer of a network on a block of rows, in AssemblyScript: its outputs, and the loss's derivatives. The kernel network.ts
// uses it.
//
// Activations come in blocks of up to 64 rows, unit by unit; the rows of a unit are side by side (f32). The units of a layer are
// a multiple of 4 and the rows a multiple of 8, padded with zeros. Weights (f32) have one row of inputs for each output.
import { sumLanesF32, transposeAdd4 } from "./vector-reductions";

/** Bytes from one unit of a block to the next. */
export const UNIT: usize = 256;

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
export function forward(weights: usize, biases: usize, inputs: i32, outputs: i32, from: usize, to: usize, rows: i32, rectify: i32): void {
  const floor = rectify ? f32x4.splat(0) : f32x4.splat(-f32.MAX_VALUE);
  const row = (<usize>inputs) << 2;
  for (let r: usize = 0; r < (<usize>rows) << 2; r += 32) {
    for (let o: usize = 0; o < <usize>outputs; o += 4) {
      fourByEight(weights + o * row, row, 4, inputs, from + r, to + o * UNIT + r, biases + (o << 2), floor);
    }
  }
}

const zeros: usize = memory.data(16, 16);

/**
 * Computes the loss's derivatives with respect to a layer's inputs from those with respect to its outputs. The derivative is 0
 * where the input was not above 0.
 */
export function backward(
  weights: usize,
  inputs: i32,
  outputs: i32,
  outputGradient: usize,
  input: usize,
  inputGradient: usize,
  rows: i32,
): void {
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
export function accumulate(
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
