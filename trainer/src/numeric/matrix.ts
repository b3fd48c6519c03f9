/**
 * Output of the encoder, column by column: `columns[j][i]` is row i of column j. An algorithm's `encoding` says what it accepts. The
 * encoder keeps missing values as NaN only for algorithms that ask for it.
 */
import type { ClassDecision } from "@agatha/contracts";
import { takeNumbers } from "./take-numbers.js";
export interface Matrix {
  readonly nrow: number;
  readonly ncol: number;
  readonly columns: readonly Float64Array[];
}

/** Target of a fit. Classes are 0 … labels−1; unsupervised tasks have no target. */
export type Target =
  | { kind: "number"; values: Float64Array }
  /** `decision`: how answers are chosen from probabilities; the likeliest class when left out. */
  | { kind: "class"; codes: Int32Array; labels: readonly string[]; decision?: ClassDecision }
  | { kind: "none" };

/** Copies the given rows, in their order. */
export function takeMatrixRows(x: Matrix, rows: ArrayLike<number>): Matrix {
  return { nrow: rows.length, ncol: x.ncol, columns: x.columns.map((column) => takeNumbers(column, rows)) };
}
