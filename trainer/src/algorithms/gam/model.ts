import { packSections, unpackSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";
import { type AdditiveModel, linearPredictors, probabilitiesOf } from "./additive-model.js";
import { additiveToOnnx } from "./onnx.js";
import { VALUES_PER_KNOT } from "./spline.js";

/**
 * Returns the additive model as a model that predicts, exports to ONNX and saves itself: one value a row without labels, else
 * class probabilities.
 */
export function createGamModel(model: AdditiveModel): FittedModel {
  return {
    predict: (x) => (model.labels === 0 ? { values: linearPredictors(model, x)[0] } : { probabilities: probabilitiesOf(model, x) }),
    toOnnx: (graph, features) => additiveToOnnx(model, graph, features),
    save: () => encodeModel(model),
  };
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
