/** Problems of the draft of a model, by field. Pure. */
import { validateModelName } from "../model-name.js";
import {
  isClassWeight,
  isTimeSeries,
  learnsFromPastAlone,
  type ModelDraft,
  modelTypeOf,
  needsColumns,
  nodeFeatures,
  rowsAs,
  selectedFeatures,
  tunedModel,
} from "./draft.js";
import { algorithmAt, type NodePosition, nodePositions } from "./layers.js";
import type { DraftContext } from "./model-request.js";
import { hyperparametersOf, validateHyperparameter } from "./parameters.js";
import { type TimeSeriesProblems, validateTimeSeries } from "./time-series.js";
import { isTuningValid } from "./tuning.js";
import { type ValidationProblem, validationProblem } from "./validation-options.js";

export interface ModelDraftProblems {
  name?: "nameRule" | "nameTaken";
  target?: "targetNeeded";
  columns?: "columnsNeeded";
  series?: TimeSeriesProblems;
  rows?: ValidationProblem;
  errorCosts?: "weightRule";
  tuning?: "secondsRule";
  /** The answers of several clustering methods cannot be combined. */
  layers?: "oneGrouping";
  /** Problems by the id of the node. */
  nodes: Record<string, NodeProblems>;
}

export interface NodeProblems {
  columns?: "columnsNeeded";
  /** Names of invalid hyperparameters. */
  parameters: string[];
}

/** Returns the problem of each field that keeps the form from being sent. `isValid` is true if there is none. */
export function validateModelDraft(draft: ModelDraft, context: DraftContext): ModelDraftProblems {
  const { choices, existingNames } = context;
  const problems: ModelDraftProblems = { nodes: {} };
  const name = draft.name === null ? undefined : validateModelName(draft.name, existingNames);
  if (name !== undefined) problems.name = name;
  if (draft.goal === "predict" && draft.target === null) problems.target = "targetNeeded";
  const series = validateDraftTimeSeries(draft, !learnsFromPastAlone(draft));
  if (series) problems.series = series;
  const rows = validationProblem(draft, choices, context);
  if (rows) problems.rows = rows;
  if (!areErrorCostsValid(draft)) problems.errorCosts = "weightRule";
  if (needsColumns(draft) && selectedFeatures(draft, choices).length === 0) problems.columns = "columnsNeeded";
  if (!isTuningValid(draft.tuning, tunedModel(draft, context.rows))) problems.tuning = "secondsRule";
  if (draft.goal === "clusters" && (draft.layers.at(-1)?.length ?? 0) > 1) problems.layers = "oneGrouping";
  for (const position of nodePositions(draft.layers)) {
    const nodeProblems = validateNode(draft, position, context);
    if (nodeProblems.columns !== undefined || nodeProblems.parameters.length > 0) problems.nodes[position.node.id] = nodeProblems;
  }
  return problems;
}

/** Returns true unless a classification has a class weight that is not valid. */
export function areErrorCostsValid(draft: ModelDraft): boolean {
  const { by, weights } = draft.errorCosts;
  return by !== "weights" || modelTypeOf(draft) !== "CLASSIFICATION" || Object.values(weights).every(isClassWeight);
}

/** Returns the problems of the time series; undefined without problems. `hasLags` is false for forecasters. */
export function validateDraftTimeSeries(draft: ModelDraft, hasLags = true): TimeSeriesProblems | undefined {
  if (!isTimeSeries(draft)) return undefined;
  if (draft.goal === "predict") return validateTimeSeries(draft.series, hasLags);
  return draft.series.time === null ? { time: "timeNeeded" } : undefined;
}

function validateNode(draft: ModelDraft, position: NodePosition, { choices, rows }: DraftContext): NodeProblems {
  const { parameters, columns } = position.node;
  const type = modelTypeOf(draft);
  const wrong = hyperparametersOf(algorithmAt(position, type, rowsAs(draft)), { type, rows }).filter(
    (parameter) => validateHyperparameter(parameter, parameters[parameter.name] ?? "") !== null,
  );
  const lacks = position.layer === 0 && columns !== null && !isTimeSeries(draft) && nodeFeatures(draft, position, choices).length === 0;
  return { ...(lacks ? { columns: "columnsNeeded" as const } : {}), parameters: wrong.map(({ name }) => name) };
}

/** Returns true if there is no problem, neither of the model nor of a node. */
export function isValid({ nodes, ...others }: ModelDraftProblems): boolean {
  return Object.keys(others).length === 0 && Object.keys(nodes).length === 0;
}
