/** Request that creates a model, from its draft. Pure. */
import { isForecaster } from "@agatha/contracts/algorithms/index";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { modelTypeOf, selectedFeatures } from "../training-draft/draft.js";
import { type TrainingContext, toTrainingRequest } from "../training-draft/request.js";
import { learnsFromPastAlone, type ModelDraft, nextModelName, nodeFeatures, rowsAs, tunedModel } from "./draft.js";
import { nonDefaultHyperparameters } from "./hyperparameters.js";
import { algorithmAt, isOutlierDetector, type NodePosition, nodePositions } from "./layers.js";
import { tuningOf } from "./tuning.js";

export interface ModelContext extends TrainingContext {
  /** Names of the dataset's models. */
  existingNames: readonly string[];
}

/** Returns the body that creates the model. Settings with default values are left out. The draft is valid. */
export function toModelRequest(draft: ModelDraft, context: ModelContext): CreateModelRequest {
  const { choices, existingNames, rows } = context;
  const type = modelTypeOf(draft);
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
    ...toTrainingRequest(draft, context, { columns: pastAlone ? [] : selectedFeatures(draft, choices), hasLags: !pastAlone }),
    ...tuningOf(draft.tuning, tunedModel(draft, rows)),
    layers: draft.layers.map((_nodes, layer) => ({ nodes: places.filter((position) => position.layer === layer).map(nodeOf) })),
  };
}
