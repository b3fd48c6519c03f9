// Steps of Adam (Kingma and Ba 2015, with their decays), in AssemblyScript. The kernel network.ts uses them.

/** Bias corrections of Adam's two averages, and the learning rate. */
let firstScale: f32 = 1;
let secondScale: f32 = 1;
let learningRate: f32 = 0;

/** Sets what all parameters of a step share. */
export function setStep(first: f32, second: f32, rate: f32): void {
  firstScale = first;
  secondScale = second;
  learningRate = rate;
}

/**
 * Takes a step on `count` parameters. Each derivative times `share` is that of the mean loss; `l2` times the parameter is added to it.
 * Resets the derivatives to 0 for the next step.
 */
export function adam(parameters: usize, gradient: usize, first: usize, second: usize, count: i32, share: f32, l2: f32): void {
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

/** Returns 0 where |x| is not above `least`. Numbers near the lower end of a float's range make a processor many times slower. */
function flushToZero(x: v128, least: f32): v128 {
  return v128.and(x, f32x4.gt(f32x4.abs(x), f32x4.splat(least)));
}
