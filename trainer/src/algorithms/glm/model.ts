import { addScaledColumns } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel, Prediction } from "../base/algorithm.js";
import { explainLinear } from "./explain.js";
import type { LinearModel } from "./linear-model.js";

/**
 * Returns the linear model as a model that predicts, explains, exports to ONNX and saves itself: one value a row without labels,
 * else class probabilities.
 */
export function createGlmModel(model: LinearModel): FittedModel {
  return {
    predict: (x) => (model.labels === 0 ? { values: linearPredictor(model, x, 0) } : classProbabilities(model, x)),
    explain: (x, classes) => explainLinear(model, x, classes),
    toOnnx: (graph, features) => linearToOnnx(model, graph, features),
    save: () => encodeModel(model),
  };
}

function linearPredictor({ width, coefficients }: LinearModel, x: Matrix, index: number): Float64Array {
  const from = index * (width + 1);
  const values = new Float64Array(x.nrow).fill(coefficients[from]);
  addScaledColumns(values, coefficients.subarray(from + 1, from + 1 + width), x.columns);
  return values;
}

function classProbabilities(model: LinearModel, x: Matrix): Prediction {
  const { labels, classes } = model;
  const outputs = classes.length - 1;
  const logits = Array.from({ length: outputs }, (_, a) => linearPredictor(model, x, a));
  const probabilities = new Float64Array(x.nrow * labels);
  for (let i = 0, at = 0; i < x.nrow; i++, at += labels) {
    let highest = 0;
    for (const logit of logits) if (logit[i] > highest) highest = logit[i];
    let sum = Math.exp(-highest);
    probabilities[at + classes[outputs]] = sum;
    for (let a = 0; a < outputs; a++) {
      const power = Math.exp(logits[a][i] - highest);
      probabilities[at + classes[a]] = power;
      sum += power;
    }
    for (let k = at; k < at + labels; k++) probabilities[k] /= sum;
  }
  return { probabilities };
}

/** Expresses the model as ONNX operators. Classes without training rows have a logit of −∞, and so probability 0. */
function linearToOnnx({ labels, classes, width, coefficients }: LinearModel, graph: OnnxGraph, features: Value): OnnxPrediction {
  const outputs = Math.max(1, labels);
  const weights = new Float64Array(width * outputs);
  const intercepts = new Float64Array(outputs).fill(labels === 0 ? 0 : Number.NEGATIVE_INFINITY);
  if (labels > 0) intercepts[classes[classes.length - 1]] = 0;
  for (let at = 0; at * (width + 1) < coefficients.length; at++) {
    const output = labels === 0 ? 0 : classes[at];
    intercepts[output] = coefficients[at * (width + 1)];
    for (let j = 0; j < width; j++) weights[j * outputs + output] = coefficients[at * (width + 1) + 1 + j];
  }
  const products = graph.node("MatMul", [features, graph.doubles(weights, [width, outputs])]);
  const sums = graph.node("Add", [products, graph.doubles(intercepts, [1, outputs])]);
  return labels === 0 ? { values: sums } : { probabilities: graph.node("Softmax", [sums], { axis: 1 }) };
}

/** Writes all numbers as little-endian float64: labels, width, number of classes, classes, coefficients. */
function encodeModel({ labels, width, classes, coefficients }: LinearModel): Uint8Array {
  const numbers = [labels, width, classes.length, ...classes, ...coefficients];
  const view = new DataView(new ArrayBuffer(numbers.length * 8));
  numbers.forEach((number, i) => {
    view.setFloat64(i * 8, number, true);
  });
  return new Uint8Array(view.buffer);
}

/** Throws when the bytes are not a saved model. */
export function decodeModel(bytes: Uint8Array): LinearModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = Float64Array.from({ length: Math.floor(bytes.byteLength / 8) }, (_, i) => view.getFloat64(i * 8, true));
  const [labels, width, count] = numbers;
  const outputs = labels === 0 ? 1 : count - 1;
  if (bytes.byteLength % 8 !== 0 || numbers.length !== 3 + count + outputs * (width + 1)) throw new Error("not a saved GLM");
  return { labels, width, classes: Int32Array.from(numbers.subarray(3, 3 + count)), coefficients: numbers.slice(3 + count) };
}
