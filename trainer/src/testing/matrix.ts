import type { Matrix } from "../numeric/matrix.js";

/** Creates a matrix from its columns. */
export function matrix(...columns: number[][]): Matrix {
  return { nrow: columns[0].length, ncol: columns.length, columns: columns.map((column) => Float64Array.from(column)) };
}
