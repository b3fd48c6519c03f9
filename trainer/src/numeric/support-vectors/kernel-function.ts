import { clip } from "../clip.js";
import type { Matrix } from "../matrix.js";

/** Similarity of two rows: e^(−γ · squared distance), or their dot product. */
export interface KernelFunction {
  linear: boolean;
  gamma: number;
}

/** Rows one after the other, in the precision of the kernels. */
export interface RowMajorRows {
  count: number;
  width: number;
  values: Float32Array;
}

/** Numbers are clipped to this, so that no square overflows. */
export const MAX_MAGNITUDE = 1e15;

/** Copies rows to shared memory, so that threads need no copies. */
export function toRowMajor(x: Matrix): RowMajorRows {
  const { nrow, ncol } = x;
  const values = new Float32Array(new SharedArrayBuffer(nrow * ncol * Float32Array.BYTES_PER_ELEMENT));
  for (let j = 0; j < ncol; j++) for (let i = 0; i < nrow; i++) values[i * ncol + j] = clip(x.columns[j][i], MAX_MAGNITUDE);
  return { count: nrow, width: ncol, values };
}

interface KernelParams {
  kernel: number;
  kernelGamma: number;
}

/** Returns the kernel function. A `kernelGamma` of 0 means 1 ÷ (columns · variance of all numbers), scikit-learn's "scale". */
export function kernelFunctionOf({ values, width }: RowMajorRows, { kernel, kernelGamma: gamma }: KernelParams): KernelFunction {
  if (kernel === 1 || gamma > 0) return { linear: kernel === 1, gamma };
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at];
  const mean = sum / values.length;
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at] - mean) ** 2;
  return { linear: false, gamma: squares > 0 ? values.length / (width * squares) : 1 };
}
