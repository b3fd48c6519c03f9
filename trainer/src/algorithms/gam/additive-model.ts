import type { Matrix } from "../../numeric/matrix.js";
import { addSplineValues, FACTORS_PER_ROW, locateRows, type Spline, VALUES_PER_KNOT } from "./spline.js";

/** A sum of splines for each output. */
export interface AdditiveModel {
  /** Number of labels; 0 for regression. */
  labels: number;
  /** Regression: unused. Classification: the label of each output. Two labels have one output, that of the second against the first. */
  classes: Int32Array;
  splines: readonly Spline[];
  /** Intercept of each output. */
  intercepts: Float64Array;
  /** Value and second derivative at every knot of every spline, output by output. */
  curves: Float64Array;
}

/** Limit of logits. Beyond it every probability could be 0, and their sum too. */
export const MAX_LOGIT = 300;

/** Returns each output's sum of the intercept and the splines for each row. */
export function linearPredictors({ splines, intercepts, curves }: AdditiveModel, x: Matrix): Float64Array[] {
  const sums = Array.from(intercepts, (intercept) => new Float64Array(x.nrow).fill(intercept));
  const stride = curves.length / intercepts.length;
  const rows = { knot: new Uint8Array(x.nrow), factors: new Float64Array(FACTORS_PER_ROW * x.nrow) };
  let at = 0;
  for (const spline of splines) {
    locateRows(spline, x.columns[spline.column], rows);
    const size = VALUES_PER_KNOT * spline.knots.length;
    sums.forEach((sum, k) => void addSplineValues(sum, rows, curves.subarray(k * stride + at, k * stride + at + size)));
    at += size;
  }
  return sums;
}

/** Returns the probability of each class against the others, normalised to a sum of 1. */
export function probabilitiesOf(model: AdditiveModel, x: Matrix): Float64Array {
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
