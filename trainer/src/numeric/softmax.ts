/** Writes the softmax of the logits at `start`, `start + step`, … to `shares`, which sum to 1. */
export function softmax(logits: Float32Array | Float64Array, start: number, step: number, shares: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < shares.length; k++) highest = Math.max(highest, logits[start + k * step]);
  let sum = 0;
  for (let k = 0; k < shares.length; k++) {
    shares[k] = Math.exp(logits[start + k * step] - highest);
    sum += shares[k];
  }
  for (let k = 0; k < shares.length; k++) shares[k] /= sum;
}
