import type { Matrix } from "../matrix.js";
import type { Splitter } from "../split.js";

/**
 * Training target of a network: a number for each row; a class for each row, with a weight for each class; or the network's own
 * inputs.
 */
export type Objective =
  | { kind: "number"; values: Float64Array }
  | { kind: "class"; codes: Int32Array; weights: Float64Array }
  | { kind: "inputs" };

export interface NetworkTrainingSet {
  /** All numbers are finite. */
  x: Matrix;
  objective: Objective;
  /** Which rows are set aside together for validation; any rows when left out. */
  splitter?: Splitter;
}

export interface TrainingSettings {
  /** Number of units of each hidden layer. */
  hidden: readonly number[];
  epochs: number;
  /** Initial learning rate of Adam. It falls to 0 by half a cosine (Loshchilov and Hutter 2017). */
  learningRate: number;
  /** Rows of a mini-batch. */
  batchSize: number;
  /** L2 penalty: half of it times the sum of squared weights is added to the sum of losses. */
  l2: number;
  /** Training stops after this number of epochs without a better loss. */
  patience: number;
  /**
   * Share of the rows that train: those with the least losses in the previous epoch (least trimmed squares, Rousseeuw 1984).
   * Below 1 only for numbers and inputs.
   */
  trusted: number;
  /** Decay of the average of the weights over the epochs, which is the network where rows are held out. With 0, the last weights are. */
  averaging: number;
}

/** Returns the number of outputs: one for a number, one for each class, or one for each input. */
export function outputWidth({ x, objective }: NetworkTrainingSet): number {
  if (objective.kind === "number") return 1;
  return objective.kind === "class" ? objective.weights.length : x.ncol;
}
