// Losses of a network on a block of rows, with their derivatives, in AssemblyScript. The kernel network.ts exports them.
import { UNIT } from "./dense-layer";
import { sumLanesF32 } from "./vector-reductions";

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
