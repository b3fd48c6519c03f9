import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";
import { type AdditiveModel, MAX_LOGIT } from "./additive-model.js";
import { addSplineValues } from "./basis-sums.js";
import { additiveToOnnx } from "./onnx.js";
import { locateRows, VALUES_PER_KNOT } from "./spline.js";

export function createGamModel(model: AdditiveModel): FittedModel {
  return {
    predict: (x) => (model.labels === 0 ? { values: linearPredictors(model, x)[0] } : { probabilities: probabilitiesOf(model, x) }),
    toOnnx: (graph, features) => additiveToOnnx(model, graph, features),
    save: () => encodeModel(model),
  };
}

function linearPredictors({ splines, intercepts, curves }: AdditiveModel, x: Matrix): Float64Array[] {
  const sums = Array.from(intercepts, (intercept) => new Float64Array(x.nrow).fill(intercept));
  const stride = curves.length / intercepts.length;
  let at = 0;
  for (const spline of splines) {
    const rows = locateRows(spline, x.columns[spline.column]);
    const size = VALUES_PER_KNOT * spline.knots.length;
    sums.forEach((sum, k) => void addSplineValues(sum, rows, curves.subarray(k * stride + at, k * stride + at + size)));
    at += size;
  }
  return sums;
}

/** Returns the probability of each class against the others, normalised to a sum of 1. */
function probabilitiesOf(model: AdditiveModel, x: Matrix): Float64Array {
  const { labels, classes } = model;
  const probabilities = new Float64Array(x.nrow * labels);
  const logits = linearPredictors(model, x);
  for (let i = 0; i < x.nrow; i++) {
    const row = probabilities.subarray(i * labels, (i + 1) * labels);
    if (classes.length === 1) row[classes[0]] = 1;
    else if (classes.length === 2) {
      row[classes[0]] = logistic(-logits[0][i]);
      row[classes[1]] = logistic(logits[0][i]);
    } else {
      let sum = 0;
      classes.forEach((label, k) => {
        row[label] = logistic(logits[k][i]);
        sum += row[label];
      });
      for (const label of classes) row[label] /= sum;
    }
  }
  return probabilities;
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, logit))));
}

function encodeModel({ labels, classes, splines, intercepts, curves }: AdditiveModel): Uint8Array {
  return packSections({
    settings: { algorithm: "GAM", labels },
    arrays: {
      classes,
      columns: Int32Array.from(splines, ({ column }) => column),
      counts: Int32Array.from(splines, ({ knots }) => knots.length),
      scales: Float64Array.from(splines.flatMap(({ low, range }) => [low, range])),
      knots: Float64Array.from(splines.flatMap(({ knots }) => [...knots])),
      intercepts,
      curves,
    },
  });
}

/** Throws when the bytes are not a saved model. */
export function loadGamModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const { classes, columns, counts, scales, knots, intercepts, curves } = arrays;
  const wholes = [classes, columns, counts];
  const numbers = [scales, knots, intercepts, curves];
  if (
    settings.algorithm !== "GAM" ||
    typeof settings.labels !== "number" ||
    !wholes.every((array) => array instanceof Int32Array) ||
    !numbers.every((array) => array instanceof Float64Array)
  ) {
    throw new Error("not a saved GAM model");
  }
  let at = 0;
  const splines = Array.from(columns, (column, j) => {
    at += counts[j];
    return { column, low: scales[2 * j], range: scales[2 * j + 1], knots: Float64Array.from(knots.subarray(at - counts[j], at)) };
  });
  if (at !== knots.length || curves.length !== VALUES_PER_KNOT * at * intercepts.length) throw new Error("not a whole GAM model");
  return createGamModel({
    labels: settings.labels,
    classes: Int32Array.from(classes),
    splines,
    intercepts: Float64Array.from(intercepts),
    curves: Float64Array.from(curves),
  });
}
