import type { Matrix } from "../../numeric/matrix.js";
import type { Attribution } from "../base/algorithm.js";
import type { LinearModel } from "./linear-model.js";

/**
 * Shapley values of a linear model (Štrumbelj and Kononenko 2014): a coefficient times the distance of the value from its mean.
 * The encoder subtracts the training means, so the distance is the value itself and the intercept is the mean output.
 * Classification explains the log probability of a class less the mean of the others'.
 */
export function explainLinear(model: LinearModel, x: Matrix, classes: Int32Array): Attribution {
  const { labels, width } = model;
  const contrasts = new Map<number, Float64Array>();
  const base = new Float64Array(x.nrow);
  const contributions = new Float64Array(x.nrow * width);
  for (let i = 0; i < x.nrow; i++) {
    let coefficients = contrasts.get(labels === 0 ? 0 : classes[i]);
    if (!coefficients) {
      coefficients = labels === 0 ? model.coefficients : contrastOf(model, classes[i]);
      contrasts.set(labels === 0 ? 0 : classes[i], coefficients);
    }
    base[i] = coefficients[0];
    for (let j = 0; j < width; j++) contributions[i * width + j] = coefficients[1 + j] * x.columns[j][i];
  }
  return { of: labels === 0 ? "value" : "log_odds", method: "linear", base, contributions };
}

/** Returns the coefficients of one class's output less the mean of the others'. The reference class has coefficients 0. */
function contrastOf({ classes, width, coefficients }: LinearModel, label: number): Float64Array {
  const contrast = new Float64Array(width + 1);
  const others = Math.max(1, classes.length - 1);
  for (let a = 0; a < classes.length - 1; a++) {
    const weight = classes[a] === label ? 1 : -1 / others;
    for (let j = 0; j <= width; j++) contrast[j] += weight * coefficients[a * (width + 1) + j];
  }
  return contrast;
}
