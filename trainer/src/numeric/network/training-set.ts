import type { Matrix } from "../matrix.js";

/** What a network is to answer with: a number a row; a class a row, each class with its weight; or its own inputs. */
export type Objective =
  | { kind: "number"; values: Float64Array }
  | { kind: "class"; codes: Int32Array; weights: Float64Array }
  | { kind: "inputs" };

export interface NetworkTrainingSet {
  /** Finite. */
  x: Matrix;
  objective: Objective;
}

export interface TrainingSettings {
  /** Units of each hidden layer. */
  hidden: readonly number[];
  epochs: number;
  /** Adam's step at the beginning; it falls to 0 by half a cosine (Loshchilov and Hutter 2017). */
  learningRate: number;
  /** Rows a step. */
  batchSize: number;
  /** Half of it times the sum of squared weights is added to the sum of losses. */
  l2: number;
  /** Epochs without a better loss after which training stops. */
  patience: number;
  /**
   * Share of the rows that count: those answered best in the epoch before (least trimmed squares, Rousseeuw 1984). Below 1
   * for numbers and inputs only.
   */
  trusted: number;
}

export function outputWidth({ x, objective }: NetworkTrainingSet): number {
  if (objective.kind === "number") return 1;
  return objective.kind === "class" ? objective.weights.length : x.ncol;
}
