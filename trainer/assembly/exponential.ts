// The exponential function of two numbers at once (f64), in AssemblyScript. Kernels of logistic regression use it.

/** Largest absolute exponent. It keeps exponentials and their sums finite. */
export const MAX_EXPONENT: f64 = 300;

/** Returns e^x for |x| up to MAX_EXPONENT, with a relative error of 3e-16. The rational function is that of Cephes' exp. */
export function exponential(x: v128): v128 {
  // The sum's last bits hold the nearest integer n, since its unit in the last place is 1.
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(6755399441055744));
  const n = f64x2.sub(shifted, f64x2.splat(6755399441055744));
  const coarse = f64x2.sub(x, f64x2.mul(n, f64x2.splat(0.693145751953125)));
  const r = f64x2.sub(coarse, f64x2.mul(n, f64x2.splat(1.4286068203094173e-6)));
  const square = f64x2.mul(r, r);
  let p = f64x2.splat(0.00012617719307481058);
  p = f64x2.add(f64x2.mul(p, square), f64x2.splat(0.030299440770744195));
  p = f64x2.mul(f64x2.add(f64x2.mul(p, square), f64x2.splat(1)), r);
  let q = f64x2.splat(3.0019850513866446e-6);
  q = f64x2.add(f64x2.mul(q, square), f64x2.splat(0.002524483403496841));
  q = f64x2.add(f64x2.mul(q, square), f64x2.splat(0.22726554820815503));
  q = f64x2.add(f64x2.mul(q, square), f64x2.splat(2));
  const ratio = f64x2.div(p, f64x2.sub(q, p));
  const value = f64x2.add(f64x2.splat(1), f64x2.add(ratio, ratio));
  return i64x2.add(value, i64x2.shl(shifted, 52));
}
