/** l1 · Σ |b| + l2 / 2 · Σ b². */
export interface Penalty {
  l1: number;
  l2: number;
}

export interface DescentState {
  gram: Float64Array;
  moment: Float64Array;
  penalty: Penalty;
  b: Float64Array;
  /** m − Gb. */
  negativeGradient: Float64Array;
}

/** Returns m − Gb. */
export function negativeGradientAt(gram: Float64Array, moment: Float64Array, b: Float64Array): Float64Array {
  const gradient = moment.slice();
  b.forEach((value, j) => {
    if (value !== 0) subtractRow(gradient, gram, j, value);
  });
  return gradient;
}

/** Subtracts row j of the symmetric matrix times the factor. */
export function subtractRow(gradient: Float64Array, gram: Float64Array, j: number, factor: number): void {
  const from = j * gradient.length;
  for (let k = 0; k < gradient.length; k++) gradient[k] -= factor * gram[from + k];
}
