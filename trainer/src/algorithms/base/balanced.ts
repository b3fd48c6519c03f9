/**
 * Weights of classes, for any classifier that tells probabilities. Rows that weigh w of their class and probabilities that are
 * multiplied by w and divided by their sum come to the same where probabilities are right (Elkan 2001, "The foundations of
 * cost-sensitive learning", theorem 2; for naive Bayes and nearest neighbours always), and the latter leave the fit what it is: it
 * is as fast and as stable as without them, which it is not when a few rows weigh hundreds of times as much as others.
 */
import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { OnnxAnswer, OnnxGraph } from "../../onnx/graph.js";
import type { Algorithm, Answer, Attribution, FittedModel } from "./algorithm.js";
import { classWeights } from "./class-weights.js";

/** Those whose parameters have `balance` and that do not weigh rows themselves. */
type Unweighed = Exclude<{ [A in AlgorithmName]: ParamsOf<A> extends { balance: number } ? A : never }[AlgorithmName], "DNN">;

export type FitParams<A extends Unweighed> = Omit<ParamsOf<A>, "balance">;

/** An algorithm before its classes weigh: it does not know of `balance`. */
export type Unbalanced<A extends Unweighed> = Omit<Algorithm<A>, "fit"> & {
  fit(x: Matrix, target: Target, params: FitParams<A>, context: FitContext): Promise<FittedModel>;
};

/** The same algorithm, whose classes weigh as `balance` says; where it is 0, models and their bytes are the algorithm's own. */
export function balanced<A extends Unweighed>(algorithm: Unbalanced<A>): Algorithm<A> {
  return {
    ...algorithm,
    async fit(x, target, params, context) {
      const model = await algorithm.fit(x, target, params, context);
      if (target.kind !== "class" || params.balance === 0) return model;
      return createBalancedModel(model, classWeights(target.codes, target.labels.length, params.balance));
    },
    load: (bytes) => (isBalanced(bytes) ? loadBalancedModel(bytes.subarray(MARK.length), algorithm.load) : algorithm.load(bytes)),
  };
}

function createBalancedModel(model: FittedModel, weights: Float64Array): FittedModel {
  return {
    predict: (x) => weighed(model.predict(x), weights),
    // Where probabilities themselves are explained, weights are not added to what they say, but multiplied.
    explain: model.explain && ((x, classes) => shifted(model.explain?.(x, classes), weights, classes)),
    express: (graph, features) => expressWeights(graph, model.express(graph, features), weights),
    save: () => marked(packSections({ settings: {}, arrays: { weights, model: model.save() } })),
  };
}

function weighed(answer: Answer, weights: Float64Array): Answer {
  const probabilities = answer.probabilities?.map((share, at) => share * weights[at % weights.length]) ?? new Float64Array(0);
  for (let from = 0; from < probabilities.length; from += weights.length) {
    const row = probabilities.subarray(from, from + weights.length);
    const sum = row.reduce((total, share) => total + share, 0);
    for (let k = 0; k < row.length; k++) row[k] /= sum;
  }
  return { ...answer, probabilities };
}

/** The logarithm of a class's probability less the mean of the others' is shifted by the same of the weights. */
function shifted(attribution: Attribution | undefined, weights: Float64Array, classes: Int32Array): Attribution | undefined {
  if (attribution?.of !== "log_odds") return undefined;
  const logs = weights.map((weight) => (weight > 0 ? Math.log(weight) : 0));
  const total = logs.reduce((sum, log) => sum + log, 0);
  const others = Math.max(1, weights.filter((weight) => weight > 0).length - 1);
  const shift = logs.map((log) => log - (total - log) / others);
  return { ...attribution, base: attribution.base.map((base, i) => base + shift[classes[i]]) };
}

function expressWeights(graph: OnnxGraph, { probabilities, ...answer }: OnnxAnswer, weights: Float64Array): OnnxAnswer {
  if (probabilities === undefined) throw new Error("There are no probabilities to weigh");
  const products = graph.node("Mul", [probabilities, graph.doubles(weights, [1, weights.length])]);
  const sums = graph.node("ReduceSum", [products, graph.integers([1])], { keepdims: 1 });
  return { ...answer, probabilities: graph.node("Div", [products, sums]) };
}

/** Before the weights and the bytes of the model that they belong to; no algorithm's own bytes begin so. */
const MARK = new TextEncoder().encode("balanced");

function isBalanced(bytes: Uint8Array): boolean {
  return bytes.length >= MARK.length && MARK.every((byte, at) => bytes[at] === byte);
}

/** Throws when the bytes are not those of a model. */
function loadBalancedModel(bytes: Uint8Array, load: Algorithm["load"]): FittedModel {
  const { weights, model } = unpackSections(bytes).arrays;
  if (!(weights instanceof Float64Array && model instanceof Uint8Array)) throw new Error("not a saved model with weights of classes");
  return createBalancedModel(load(model), weights);
}

function marked(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(MARK.length + bytes.length);
  all.set(MARK);
  all.set(bytes, MARK.length);
  return all;
}
