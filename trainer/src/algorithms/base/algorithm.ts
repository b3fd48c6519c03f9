import type { AlgorithmName, ModelType, ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";

/**
 * A model's raw answer for n rows: `values` for numbers (n), `probabilities` row by row for classes (n × labels),
 * `scores` for outliers (n, higher is odder), `clusters` from 0 (n).
 */
export interface Prediction {
  values?: Float64Array;
  probabilities?: Float64Array;
  scores?: Float64Array;
  clusters?: Int32Array;
}

/** Shapley values of n rows: those of a row sum to what is explained of it less its base. */
export interface Attribution {
  /** As in `Explanation` of the contracts. Classes are explained one a row. */
  of: "value" | "probability" | "log_odds";
  method: "linear" | "tree";
  /** n: what is answered on average. */
  base: Float64Array;
  /** n × columns of x, row by row. */
  contributions: Float64Array;
}

/** Immutable. Predictions of a row do not depend on the other rows. */
export interface FittedModel {
  predict(x: Matrix): Prediction;
  /** Where Shapley values can be computed exactly: those of x's columns. `classes` has for each row which class to explain. */
  explain?(x: Matrix, classes: Int32Array): Attribution | undefined;
  /** The answer as operators of ONNX on the encoder's output, n × ncol. */
  toOnnx(graph: OnnxGraph, features: Value): OnnxPrediction;
  /** Everything that `load` needs; the same model gives the same bytes. */
  save(): Uint8Array;
}

/** How the encoder prepares columns for an algorithm. */
export interface Encoding {
  /** keep: NaN for missing. impute: median, or the most frequent level's indicator columns all zero. */
  missing: "keep" | "impute";
  /** standard: mean 0 and standard deviation 1, as seen in training. */
  scale: "none" | "standard";
}

export interface Algorithm<A extends AlgorithmName = AlgorithmName> {
  readonly name: A;
  readonly tasks: readonly ModelType[];
  readonly encoding: Encoding;
  /** Throws InvalidInput when the data cannot be learned from with these parameters. */
  fit(x: Matrix, target: Target, params: ParamsOf<A>, context: FitContext): Promise<FittedModel>;
  load(bytes: Uint8Array): FittedModel;
}
