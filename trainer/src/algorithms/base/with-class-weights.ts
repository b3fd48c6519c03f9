/**
 * Class weights for any classifier with probabilities. Predicted probabilities are multiplied by the weights and divided by their
 * sum. Where the probabilities are right, this is the same as weighting the training rows (Elkan 2001, "The foundations of
 * cost-sensitive learning", theorem 2); for naive Bayes and nearest neighbours it always is. The fit itself does not change. It
 * stays as fast and as stable as without weights, whereas a fit in which a few rows weigh hundreds of times as much as others
 * does not.
 */
import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { OnnxGraph, OnnxPrediction } from "../../onnx/graph.js";
import type { Algorithm, Attribution, FittedModel, Prediction } from "./algorithm.js";
import { classWeights } from "./class-weights.js";
import { createMark } from "./marked-bytes.js";

/** Algorithms with the parameter `balance` that do not weight the rows in their fit. */
type BalanceableName = Exclude<{ [A in AlgorithmName]: ParamsOf<A> extends { balance: number } ? A : never }[AlgorithmName], "DNN">;

/** Parameters that the algorithm itself knows. */
export type OwnParams<A extends BalanceableName> = Omit<ParamsOf<A>, "balance" | "logResponse">;

/** An algorithm without class weights; it does not know `balance`. */
export type UnweightedAlgorithm<A extends BalanceableName> = Omit<Algorithm<A>, "fit"> & {
  fit(x: Matrix, target: Target, params: OwnParams<A>, context: FitContext): Promise<FittedModel>;
};

const MARK = createMark("balanced");

/** Adds class weights by `balance` to an algorithm. Where `balance` is 0, models and their bytes are the algorithm's own. */
export function withClassWeights<A extends BalanceableName>(algorithm: UnweightedAlgorithm<A>): Algorithm<A> {
  return {
    ...algorithm,
    async fit(x, target, params, context) {
      const model = await algorithm.fit(x, target, params, context);
      if (target.kind !== "class" || params.balance === 0) return model;
      return createWeightedModel(model, classWeights(target.codes, target.labels.length, params.balance));
    },
    load: (bytes) => (MARK.isBefore(bytes) ? loadWeightedModel(MARK.remove(bytes), algorithm.load) : algorithm.load(bytes)),
  };
}

function createWeightedModel(model: FittedModel, weights: Float64Array): FittedModel {
  return {
    predict: (x) => weightProbabilities(model.predict(x), weights),
    // Weights multiply probabilities, so explanations of probabilities cannot add them.
    explain: model.explain && ((x, classes) => shiftLogOdds(model.explain?.(x, classes), weights, classes)),
    toOnnx: (graph, features) => weightsToOnnx(graph, model.toOnnx(graph, features), weights),
    save: () => MARK.add(packSections({ settings: {}, arrays: { weights, model: model.save() } })),
  };
}

function weightProbabilities(prediction: Prediction, weights: Float64Array): Prediction {
  const probabilities = prediction.probabilities?.map((share, at) => share * weights[at % weights.length]) ?? new Float64Array(0);
  for (let from = 0; from < probabilities.length; from += weights.length) {
    const row = probabilities.subarray(from, from + weights.length);
    const sum = row.reduce((total, share) => total + share, 0);
    for (let k = 0; k < row.length; k++) row[k] /= sum;
  }
  return { ...prediction, probabilities };
}

/**
 * Adds log weight less the mean of the other classes' log weights to the base: log odds here are a class's log probability less
 * the mean of the others'.
 */
function shiftLogOdds(attribution: Attribution | undefined, weights: Float64Array, classes: Int32Array): Attribution | undefined {
  if (attribution?.of !== "log_odds") return undefined;
  const logs = weights.map((weight) => (weight > 0 ? Math.log(weight) : 0));
  const total = logs.reduce((sum, log) => sum + log, 0);
  const others = Math.max(1, weights.filter((weight) => weight > 0).length - 1);
  const shift = logs.map((log) => log - (total - log) / others);
  return { ...attribution, base: attribution.base.map((base, i) => base + shift[classes[i]]) };
}

function weightsToOnnx(graph: OnnxGraph, { probabilities, ...others }: OnnxPrediction, weights: Float64Array): OnnxPrediction {
  if (probabilities === undefined) throw new Error("There are no probabilities to weigh");
  const products = graph.node("Mul", [probabilities, graph.doubles(weights, [1, weights.length])]);
  const sums = graph.node("ReduceSum", [products, graph.int64s([1])], { keepdims: 1 });
  return { ...others, probabilities: graph.node("Div", [products, sums]) };
}

/** Throws when the bytes are not a saved model. */
function loadWeightedModel(bytes: Uint8Array, load: Algorithm["load"]): FittedModel {
  const { weights, model } = unpackSections(bytes).arrays;
  if (!(weights instanceof Float64Array && model instanceof Uint8Array)) throw new Error("not a saved model with weights of classes");
  return createWeightedModel(load(model), weights);
}
