/** Request that creates a model, from its draft. Pure. */
import { isForecaster } from "@agatha/contracts/algorithms/index";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "./column-options.js";
import {
  errorCostsOf,
  learnsFromPastAlone,
  type ModelDraft,
  modelTypeOf,
  nextModelName,
  nodeFeatures,
  rowsAs,
  selectedFeatures,
  timeSeriesParamsOf,
  tunedModel,
} from "./draft.js";
import { algorithmAt, isOutlierDetector, type NodePosition, nodePositions } from "./layers.js";
import { nonDefaultHyperparameters } from "./parameters.js";
import type { RowFacts } from "./row-facts.js";
import { tuningOf } from "./tuning.js";
import { toValidation } from "./validation-options.js";

/** Facts about the dataset that the draft depends on. */
export interface DraftContext extends RowFacts {
  choices: readonly ColumnOption[];
  /** Names of the dataset's models. */
  existingNames: readonly string[];
  /** Number of rows in use. */
  rows: number;
}

/** Returns the body that creates the model. Settings with default values are left out. The draft is valid. */
export function toModelRequest(draft: ModelDraft, { choices, existingNames, rows, ...facts }: DraftContext): CreateModelRequest {
  const type = modelTypeOf(draft);
  const validation = toValidation(draft, choices, facts);
  const nodeOf = (position: NodePosition) => {
    const algorithm = algorithmAt(position, type, rowsAs(draft));
    const own = position.node.columns === null || isForecaster(algorithm) ? {} : { columns: nodeFeatures(draft, position, choices) };
    const { rotation } = position.node;
    const turned = rotation !== "none" && isOutlierDetector(position, type) ? { rotation } : {};
    return { algorithm, params: nonDefaultHyperparameters(algorithm, position.node.parameters, { type, rows }), ...own, ...turned };
  };
  const places = nodePositions(draft.layers);
  const pastAlone = learnsFromPastAlone(draft);
  return {
    name: (draft.name ?? nextModelName(existingNames)).trim(),
    ...(draft.title.trim() !== "" && { title: draft.title.trim() }),
    model_type: type,
    ...(draft.goal === "predict" && draft.target !== null ? { response: draft.target } : {}),
    columns: pastAlone ? [] : selectedFeatures(draft, choices),
    ...(draft.useExtraction ? { use_extraction: true } : {}),
    ...timeSeriesParamsOf(draft, !pastAlone),
    ...(validation ? { validation } : {}),
    ...errorCostsOf(draft),
    ...tuningOf(draft.tuning, tunedModel(draft, rows)),
    layers: draft.layers.map((_nodes, layer) => ({ nodes: places.filter((position) => position.layer === layer).map(nodeOf) })),
  };
}
