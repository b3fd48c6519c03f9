import type { Matrix } from "../matrix.js";

/** How alike two rows are: e^(−γ · squared distance), or their product. */
export interface Similarity {
  linear: boolean;
  gamma: number;
}

/** Rows one after the other, in the precision that kernels are computed in. */
export interface Rows {
  count: number;
  width: number;
  values: Float32Array;
}

/** Numbers beyond this count as this, so that no square overflows. */
const FURTHEST = 1e15;

/** Over shared memory, so that threads need no copies. */
export function rowsOf(x: Matrix): Rows {
  const { nrow, ncol } = x;
  const values = new Float32Array(new SharedArrayBuffer(nrow * ncol * Float32Array.BYTES_PER_ELEMENT));
  for (let j = 0; j < ncol; j++) for (let i = 0; i < nrow; i++) values[i * ncol + j] = bounded(x.columns[j][i]);
  return { count: nrow, width: ncol, values };
}

export function bounded(value: number): number {
  return Math.max(-FURTHEST, Math.min(FURTHEST, value));
}

interface KernelParams {
  kernel: number;
  kernelGamma: number;
}

/** A `kernelGamma` of 0 is 1 ÷ (columns · variance of all numbers), scikit-learn's "scale". */
export function similarityOf({ values, width }: Rows, { kernel, kernelGamma: gamma }: KernelParams): Similarity {
  if (kernel === 1 || gamma > 0) return { linear: kernel === 1, gamma };
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at];
  const mean = sum / values.length;
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at] - mean) ** 2;
  return { linear: false, gamma: squares > 0 ? values.length / (width * squares) : 1 };
}
