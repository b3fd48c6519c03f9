/**
 * Regression on the logarithm of the response. The mean of a response is above the exponential of the mean logarithm, so answers are
 * multiplied by the mean of the exponentials of the training residuals (Duan 1983, "Smearing estimate: a nonparametric
 * retransformation method"). Nearest neighbours have hardly any residuals on training rows: their factor is the ratio of the mean
 * response to the mean exponential of answers for rows left out (Snowdon 1991, "A ratio estimator for bias correction in logarithmic
 * regressions"). The exponential of an extrapolation grows fast, so answers stay between half of the least and twice the greatest
 * response of the training.
 */
import { type AlgorithmName, ERRORS, InvalidInput, type ParamsOf } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { type Matrix, takeMatrixRows } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { kFolds, takeSplitter } from "../../numeric/split.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { OnnxGraph, OnnxPrediction } from "../../onnx/graph.js";
import type { LayerOutput, LayersGraph, LayersPrediction } from "../../tensorflow/layers-graph.js";
import type { Algorithm, FittedModel } from "./algorithm.js";
import { createMark } from "./marked-bytes.js";

/** Algorithms with the parameter `logResponse`. */
type LogResponseName = { [A in AlgorithmName]: ParamsOf<A> extends { logResponse: boolean } ? A : never }[AlgorithmName];

interface Scale {
  /** Mean of the exponentials of the residuals, or ratio of the means. */
  smearing: number;
  /** Bounds of the answers. */
  least: number;
  greatest: number;
}

const MARK = createMark("logscale");

/** Stream of the folds, apart from those of their fits. */
const FOLDS_STREAM = -1;

/** Adds `logResponse` to an algorithm. Where it is false, models and their bytes are the algorithm's own. */
export function withLogResponse<A extends LogResponseName>(algorithm: Algorithm<A>): Algorithm<A> {
  return {
    ...algorithm,
    async fit(x, target, params, context) {
      if (target.kind !== "number" || !params.logResponse) return await algorithm.fit(x, target, params, context);
      const { values } = target;
      requirePositive(values);
      const fit = (rows: Matrix, responses: Float64Array, part: FitContext) =>
        algorithm.fit(rows, { kind: "number", values: responses.map(Math.log) }, params, part);
      const model = await fit(x, values, context);
      const smearing = algorithm.answersFromOwnRow
        ? await ratioOfMeans({ x, values }, context, fit)
        : meanOfResiduals(values, model.predict(x).values!);
      const sorted = values.toSorted();
      return createLogModel(model, { smearing, least: sorted[0] / 2, greatest: 2 * sorted[sorted.length - 1] });
    },
    load: (bytes) => (MARK.isBefore(bytes) ? loadLogModel(MARK.remove(bytes), algorithm.load) : algorithm.load(bytes)),
  };
}

function meanOfResiduals(values: Float64Array, fitted: Float64Array): number {
  return values.reduce((sum, value, row) => sum + Math.exp(Math.log(value) - fitted[row]), 0) / values.length;
}

/** Returns the mean response divided by the mean exponential of the answers, each by a model of the other folds. */
async function ratioOfMeans(
  { x, values }: { x: Matrix; values: Float64Array },
  context: FitContext,
  fit: (rows: Matrix, responses: Float64Array, part: FitContext) => Promise<FittedModel>,
): Promise<number> {
  const { splitter, random } = context;
  const folds = kFolds({ kind: "number", values }, x.nrow, random.fork(FOLDS_STREAM), { splitter });
  let [responses, answers] = [0, 0];
  for (const [fold, { train, heldOut }] of folds.entries()) {
    if (train.length === 0) continue;
    const part = { ...context, splitter: splitter && takeSplitter(splitter, train), random: random.fork(fold) };
    const model = await fit(takeMatrixRows(x, train), takeNumbers(values, train), part);
    for (const log of model.predict(takeMatrixRows(x, heldOut)).values!) answers += Math.exp(log);
    for (const row of heldOut) responses += values[row];
  }
  return answers > 0 ? responses / answers : 1;
}

function requirePositive(values: Float64Array): void {
  const below = values.filter((value) => !(value > 0)).length;
  if (below === 0) return;
  throw new InvalidInput(ERRORS.modelTrainingFailed, {
    path: "logResponse",
    message: `the logarithm of the response needs values above 0, and ${below} of ${values.length} rows have others: turn the parameter off, or leave these rows out`,
  });
}

/** Contributions to the logarithm do not add up to the answer, so the model has none of its own. */
function createLogModel(model: FittedModel, scale: Scale): FittedModel {
  const { smearing, least, greatest } = scale;
  return {
    predict: (x) => ({
      values: model.predict(x).values!.map((log) => Math.max(least, Math.min(greatest, smearing * Math.exp(log)))),
    }),
    toOnnx: (graph, features) => scaleToOnnx(graph, model.toOnnx(graph, features), scale),
    toLayers: model.toLayers && ((graph, features) => scaleToLayers(graph, model.toLayers!(graph, features), scale)),
    save: () =>
      MARK.add(packSections({ settings: {}, arrays: { scale: Float64Array.of(smearing, least, greatest), model: model.save() } })),
  };
}

function scaleToOnnx(graph: OnnxGraph, { values }: OnnxPrediction, { smearing, least, greatest }: Scale): OnnxPrediction {
  const answers = graph.node("Mul", [graph.node("Exp", [values!]), graph.doubles([smearing])]);
  return { values: graph.node("Clip", [answers, graph.scalar(least), graph.scalar(greatest)]) };
}

/** Far below 0, the sigmoid is the exponential: here they differ by a ten-millionth, as numbers of 32 bits do. */
const EXPONENTIAL_BELOW = -16;

/**
 * Layers have no exponential. The logarithm is cut off at the bound and moved far below 0, where the sigmoid is the exponential. Its
 * relative error is the same for small answers as for great ones, unlike that of elu.
 */
function scaleToLayers(graph: LayersGraph, { values }: LayersPrediction, { smearing, least, greatest }: Scale): LayersPrediction {
  const line = (input: LayerOutput, slope: number, bias: number, activation: "linear" | "relu" | "sigmoid" = "linear") =>
    graph.dense(input, { kernel: Float32Array.of(slope), bias: Float32Array.of(bias), activation });
  const belowBound = line(values!, -1, Math.log(greatest / smearing), "relu");
  const shareOfBound = line(belowBound, -1, EXPONENTIAL_BELOW, "sigmoid");
  const aboveLeast = line(shareOfBound, greatest * Math.exp(-EXPONENTIAL_BELOW), -least, "relu");
  return { values: line(aboveLeast, 1, least) };
}

/** Throws when the bytes are not a saved model. */
function loadLogModel(bytes: Uint8Array, load: Algorithm["load"]): FittedModel {
  const { scale, model } = unpackSections(bytes).arrays;
  if (!(scale instanceof Float64Array && scale.length === 3 && model instanceof Uint8Array))
    throw new Error("not a saved model of the logarithm of a response");
  const [smearing, least, greatest] = scale;
  return createLogModel(load(model), { smearing, least, greatest });
}
