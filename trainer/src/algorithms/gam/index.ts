/**
 * Generalised additive model (Hastie and Tibshirani 1986): for each column a penalised cubic regression spline, with smoothings
 * chosen as R's mgcv does with method "GCV.Cp" (Wood 2017): by generalised cross-validation for numbers, by the unbiased risk
 * estimator for classes. Columns of two values, such as indicators of levels, are straight lines; more columns than a third of
 * the rows, or than 600, are so, too. More than two classes are learned each against the others.
 *
 * Parameters: `knots` of a column at the most, `freedomCost`, `maxIterations` for classes.
 *
 * Memory beside the matrix x (n × p): 33 bytes a row and column, and eight times the square of the coefficients, of which
 * there are at most n ÷ 3 and 600, or p.
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireSquarable } from "../../numeric/linear-algebra/finite.js";
import type { Target } from "../../numeric/matrix.js";
import { createPace, type Pace } from "../../numeric/pace.js";
import type { FittedModel } from "../base/algorithm.js";
import type { FitParams, Unbalanced } from "../base/balanced.js";
import type { Additive } from "./additive.js";
import { curvesOf } from "./curves.js";
import { designOf, type Term } from "./design.js";
import { fitLogit } from "./logit.js";
import { createGamModel, loadGamModel } from "./model.js";
import { chooseForNumbers } from "./numbers.js";
import { penaltiesOf } from "./penalties.js";

export const gam: Unbalanced<"GAM"> = {
  name: "GAM",
  tasks: ALGORITHMS.GAM.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: loadGamModel,
  async fit(x, target, params, context) {
    if (x.nrow === 0) throw new InvalidInput("010515", { path: "columns", message: "GAM needs at least one row to learn from" });
    requireSquarable(x, "GAM");
    const pace = createPace(context);
    const lesson = { terms: await designOf(x, params.knots, pace), params, pace };
    if (target.kind === "number") return fitNumbers(lesson, target.values);
    if (target.kind === "class") return fitClasses(lesson, target, context);
    throw new Error("GAM needs a target");
  },
};

interface Lesson {
  terms: Term[];
  params: FitParams<"GAM">;
  pace: Pace;
}

async function fitNumbers({ terms, params: { freedomCost }, pace }: Lesson, y: Float64Array): Promise<FittedModel> {
  const output = await chooseForNumbers(terms, y, { freedomCost, pace });
  return createGamModel({ labels: 0, classes: new Int32Array(0), ...additive(terms, [output]) });
}

async function fitClasses({ terms, params, pace }: Lesson, target: Target & { kind: "class" }, context: FitContext): Promise<FittedModel> {
  const classes = Int32Array.from(new Set(target.codes)).sort();
  const penalties = penaltiesOf(terms);
  const learned = classes.length < 2 ? [] : classes.length === 2 ? classes.subarray(1) : classes;
  const outputs: Output[] = [];
  let converged = true;
  for (const label of learned) {
    const yes = Float64Array.from(target.codes, (code) => (code === label ? 1 : 0));
    const output = await fitLogit(terms, penalties, yes, { settings: params, pace });
    converged &&= output.converged;
    outputs.push(output);
  }
  if (!converged) context.notConverged?.(`GAM had not converged after ${params.maxIterations} iterations: allow more`);
  return createGamModel({ labels: target.labels.length, classes, ...additive(terms, outputs) });
}

interface Output {
  intercept: number;
  coefficients: Float64Array;
}

function additive(terms: readonly Term[], outputs: readonly Output[]): Pick<Additive, "splines" | "intercepts" | "curves"> {
  return {
    splines: terms.map(({ spline }) => spline),
    intercepts: Float64Array.from(outputs, ({ intercept }) => intercept),
    curves: Float64Array.from(outputs.flatMap(({ coefficients }) => curvesOf(terms, coefficients).flatMap((curve) => [...curve]))),
  };
}
