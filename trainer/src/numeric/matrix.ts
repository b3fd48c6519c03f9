/**
 * The encoder's output, column by column: `columns[j][i]` is row i of column j. An algorithm says in `encoding` what it
 * can take; the encoder keeps missing values as NaN only for those that ask for it.
 */
export interface Matrix {
  readonly nrow: number;
  readonly ncol: number;
  readonly columns: readonly Float64Array[];
}

/** What is to be learned. Classes are 0 … labels−1; unsupervised tasks have no target. */
export type Target =
  | { kind: "number"; values: Float64Array }
  | { kind: "class"; codes: Int32Array; labels: readonly string[] }
  | { kind: "none" };
