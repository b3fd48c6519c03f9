/** Explanations of a model's predictions for each row: Shapley values of its inputs. */
import type { Explanation } from "@agatha/contracts";
import type { Attribution, Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import type { TrainedModel } from "../artifact/artifact.js";
import { type GraphNode, predictGraph, predictUnlimited } from "../artifact/graph.js";
import { calibratedProbabilities, chosenClasses } from "../artifact/prediction-result.js";
import { alignToInputs, backgroundRows } from "./background.js";
import { toProbability } from "./class-probability.js";
import { exactShapley, MAX_EXACT_COLUMNS, permutationShapley } from "./shapley.js";

export interface ExplainedRows {
  explanation: Explanation;
  /** Rows × inputs in row-major order. */
  contributions: Float64Array;
}

/** Fixed seed: a row's explanation does not depend on earlier ones. */
const SEED = 1;

/**
 * Explains predictions. One layer of linear models or trees with additive outputs is explained exactly by its own method. Other
 * models are explained against a background of training rows: exactly for few inputs, else by sampling, with the error. Classes
 * are explained by the calibrated probability of the predicted class. `predicted` is the model's prediction for the table, before
 * calibration.
 */
export function explainRows(model: TrainedModel, table: Table, predicted: Prediction): ExplainedRows {
  const aligned = alignToInputs(model.inputs, table);
  const classes = predicted.probabilities
    ? chosenClasses(model, calibratedProbabilities(model, predicted.probabilities))
    : new Int32Array(table.nrow);
  const exact = predicted.probabilities ? exactClassAttribution(model, aligned, classes) : exactAttribution(model, aligned, classes);
  if (!exact) return backgroundAttribution(model, aligned, predicted, classes);
  const { explanation, contributions } = toExplainedRows(model, exact, predicted, classes);
  return { explanation: { ...explanation, ...addedByLimits(model, aligned, predicted) }, contributions };
}

/** Returns what limits add to each answer: exactly 0 to one that is within them by itself, which the sum of its contributions is not. */
function addedByLimits({ graph }: TrainedModel, table: Table, { values }: Prediction): Pick<Explanation, "limits"> {
  if (!graph.limits || !values) return {};
  const { values: free = values } = predictUnlimited(graph, table);
  return { limits: Array.from(values, (value, i) => value - free[i]) };
}

/** Returns the attribution of the calibrated probability of each row's class; undefined if there is no exact method. */
function exactClassAttribution(model: TrainedModel, table: Table, classes: Int32Array): Attribution | undefined {
  const byClass = model.graph.labels.map((_, k) => exactAttribution(model, table, new Int32Array(table.nrow).fill(k)));
  const known = byClass.filter((part) => part !== undefined);
  return known.length === byClass.length ? toProbability(model, known, classes) : undefined;
}

/** Returns undefined if a node has no exact method, if there are later layers, or if the level of a row is part of the answer. */
function exactAttribution({ graph, inputs }: TrainedModel, table: Table, classes: Int32Array): Attribution | undefined {
  if (graph.layers.length > 1 || graph.level) return undefined;
  const position = new Map(inputs.map(({ name }, j) => [name, j]));
  const parts: Attribution[] = [];
  for (const node of graph.layers[0]) {
    const part = node.model.explain?.(node.encoder.encode(table), classes);
    if (!part) return undefined;
    parts.push(sumByInput(part, inputIndices(node, position), inputs.length));
  }
  const alike = parts.every(({ of }) => of === parts[0].of);
  // The mean of several nodes' probabilities does not have the mean of their log-odds.
  return parts.length === 1 || (alike && parts[0].of !== "log_odds") ? meanAttribution(parts) : undefined;
}

/** Returns for each encoded column the index of its input. */
function inputIndices({ encoder }: GraphNode, position: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(
    encoder.state.columns.flatMap((column) => {
      const count = column.type === "s" ? column.indicators.length : column.type === "d" ? column.parts.length : 1;
      return new Array<number>(count).fill(position.get(column.name) ?? 0);
    }),
  );
}

/** Sums the contributions of the encoded columns of each input. */
function sumByInput({ contributions, ...rest }: Attribution, owners: Int32Array, width: number): Attribution {
  const summed = new Float64Array(rest.base.length * width);
  for (let i = 0; i < rest.base.length; i++) {
    for (let j = 0; j < owners.length; j++) summed[i * width + owners[j]] += contributions[i * owners.length + j];
  }
  return { ...rest, contributions: summed };
}

function meanAttribution(parts: readonly Attribution[]): Attribution {
  const [first] = parts;
  const mean = (pick: (part: Attribution) => Float64Array) =>
    pick(first).map((_, i) => parts.reduce((sum, part) => sum + pick(part)[i], 0) / parts.length);
  return parts.length === 1 ? first : { ...first, base: mean(({ base }) => base), contributions: mean((part) => part.contributions) };
}

function toExplainedRows(
  model: TrainedModel,
  { of, method, base, contributions }: Attribution,
  { values, probabilities }: Prediction,
  classes: Int32Array,
): ExplainedRows {
  if (of === "log_odds") throw new Error("classes are explained by their probability");
  const shown = probabilities && calibratedProbabilities(model, probabilities);
  const labels = model.graph.labels.length;
  const prediction = shown ? Array.from(classes, (code, i) => shown[i * labels + code]) : Array.from(values ?? []);
  return { explanation: { of, method, base: [...base], prediction }, contributions };
}

function backgroundAttribution(model: TrainedModel, table: Table, predicted: Prediction, classes: Int32Array): ExplainedRows {
  const { graph, inputs } = model;
  const background = backgroundRows(model);
  const method = inputs.length <= MAX_EXACT_COLUMNS ? "enumeration" : "sampling";
  const contributions = new Float64Array(table.nrow * inputs.length);
  const explanation: Explanation = {
    of: explainedQuantity(predicted),
    method,
    base: [],
    prediction: [],
    ...(method === "sampling" && { error: [] }),
  };
  for (let row = 0; row < table.nrow; row++) {
    const valueFunction = valueFunctionOf(model, predicted.clusters ? predicted.clusters[row] : classes[row]);
    const question = { explained: { table, row }, background, valueFunction: (mixed: Table) => valueFunction(predictGraph(graph, mixed)) };
    const found = method === "enumeration" ? exactShapley(question) : permutationShapley(question, createRandom(SEED));
    contributions.set(found.contributions, row * inputs.length);
    explanation.base.push(found.base);
    explanation.prediction.push(valueFunction(predictGraph(graph, takeRows(table, [row])))[0]);
    explanation.error?.push(found.error);
  }
  return { explanation, contributions };
}

function explainedQuantity({ values, scores }: Prediction): Explanation["of"] {
  if (values) return "value";
  return scores ? "score" : "probability";
}

/** Returns the function that picks the explained number from each prediction. `explained` is the row's own class or cluster. */
function valueFunctionOf(model: TrainedModel, explained: number): (prediction: Prediction) => Float64Array {
  const labels = model.graph.labels.length;
  return ({ values, scores, probabilities, clusters }) => {
    if (probabilities) {
      const shown = calibratedProbabilities(model, probabilities);
      return Float64Array.from({ length: shown.length / labels }, (_, i) => shown[i * labels + explained]);
    }
    if (clusters) return Float64Array.from(clusters, (cluster) => (cluster === explained ? 1 : 0));
    return values ?? scores ?? new Float64Array(0);
  };
}
