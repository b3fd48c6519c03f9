/** Problems of the draft of a model, by field. Pure. */
import { validateModelName } from "../model-name.js";
import { isTimeSeries, modelTypeOf, needsColumns, selectedFeatures } from "../training-draft/draft.js";
import { type TrainingDraftProblems, validateTrainingDraft } from "../training-draft/validate-draft.js";
import { learnsFromPastAlone, type ModelDraft, nodeFeatures, rowsAs, tunedModel } from "./draft.js";
import { hyperparametersOf, validateHyperparameter } from "./hyperparameters.js";
import { algorithmAt, type NodePosition, nodePositions } from "./layers.js";
import type { ModelContext } from "./model-request.js";
import { isTuningValid } from "./tuning.js";

export interface ModelDraftProblems extends TrainingDraftProblems {
  name?: "nameRule" | "nameTaken";
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
export function validateModelDraft(draft: ModelDraft, context: ModelContext): ModelDraftProblems {
  const { choices, existingNames } = context;
  const problems: ModelDraftProblems = { ...validateTrainingDraft(draft, context, !learnsFromPastAlone(draft)), nodes: {} };
  const name = draft.name === null ? undefined : validateModelName(draft.name, existingNames);
  if (name !== undefined) problems.name = name;
  if (needsColumns(draft) && selectedFeatures(draft, choices).length === 0) problems.columns = "columnsNeeded";
  if (!isTuningValid(draft.tuning, tunedModel(draft, context.rows))) problems.tuning = "secondsRule";
  if (draft.goal === "clusters" && (draft.layers.at(-1)?.length ?? 0) > 1) problems.layers = "oneGrouping";
  for (const position of nodePositions(draft.layers)) {
    const nodeProblems = validateNode(draft, position, context);
    if (nodeProblems.columns !== undefined || nodeProblems.parameters.length > 0) problems.nodes[position.node.id] = nodeProblems;
  }
  return problems;
}

function validateNode(draft: ModelDraft, position: NodePosition, { choices, rows }: ModelContext): NodeProblems {
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
