import type { AlgorithmName, ModelType, ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { LayerOutput, LayersGraph, LayersPrediction } from "../../tensorflow/layers-graph.js";

/**
 * Raw predictions of a model for n rows: `values` for regression (n), `probabilities` row by row for classification (n × labels),
 * `scores` for outliers (n, higher is more unusual), `clusters` from 0 (n).
 */
export interface Prediction {
  values?: Float64Array;
  probabilities?: Float64Array;
  scores?: Float64Array;
  clusters?: Int32Array;
}

/** Shapley values of n rows. The values of a row sum to the explained output less its base. */
export interface Attribution {
  /** Explained output, as in `Explanation` of the contracts. Each row explains one class. */
  of: "value" | "probability" | "log_odds";
  method: "linear" | "tree";
  /** n: the mean output. */
  base: Float64Array;
  /** n × columns of x, row by row. */
  contributions: Float64Array;
}

/** Immutable. The prediction of a row does not depend on the other rows. */
export interface FittedModel {
  predict(x: Matrix): Prediction;
  /** Exact Shapley values of x's columns, where they can be computed. `classes` holds the class to explain for each row. */
  explain?(x: Matrix, classes: Int32Array): Attribution | undefined;
  /** Expresses the prediction as ONNX operators on the encoder's output, n × ncol. */
  toOnnx(graph: OnnxGraph, features: Value): OnnxPrediction;
  /** The same as layers of TensorFlow.js, where there are such layers. */
  toLayers?(graph: LayersGraph, features: LayerOutput): LayersPrediction;
  /** Returns everything that `load` needs. The same model gives the same bytes. */
  save(): Uint8Array;
}

/** How the encoder prepares columns for an algorithm. */
export interface Encoding {
  /**
   * keep: missing values become NaN. impute: they become the median, or the most frequent level, whose indicator columns are all
   * zero.
   */
  missing: "keep" | "impute";
  /** standard: mean 0 and standard deviation 1, measured on the training rows. */
  scale: "none" | "standard";
}

export interface Algorithm<A extends AlgorithmName = AlgorithmName> {
  readonly name: A;
  readonly modelTypes: readonly ModelType[];
  /** Learns from the past of one series: its only feature is the number of the period. */
  readonly forecasts?: true;
  /** Detects outliers in series: its first feature is the number of the period. */
  readonly detects?: true;
  /** Sums functions of the single inputs: its answer follows them beyond the values it learned from. */
  readonly additive?: true;
  /** Answers a training row from its own response, so that its errors on training rows say little. */
  readonly answersFromOwnRow?: true;
  readonly encoding: Encoding;
  /** Throws InvalidInput when these parameters cannot fit the data. */
  fit(x: Matrix, target: Target, params: ParamsOf<A>, context: FitContext): Promise<FittedModel>;
  load(bytes: Uint8Array): FittedModel;
}
