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
  /** Computes the negative gradient at the coefficients anew. */
  updateGradient(): void;
}
