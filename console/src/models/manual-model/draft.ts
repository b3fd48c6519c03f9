/** Draft of a model. Pure, so that the form only displays it. */
import { isForecaster } from "@agatha/contracts/algorithms/index";
import type { RowsAs } from "@agatha/contracts/model-rules/layers";
import type { ColumnOption, LearningGoal } from "../training-draft/column-options.js";
import {
  errorCostsOf,
  isTimeSeries,
  modelTypeOf,
  newTrainingDraft,
  selectedFeatures,
  type TrainingDraft,
} from "../training-draft/draft.js";
import { nonDefaultHyperparameters } from "./hyperparameters.js";
import { algorithmAt, DEFAULT_LAYERS, type Layers, type NodePosition, nodePositions } from "./layers.js";
import { NO_TUNING, type TunedModel, type TuningDraft } from "./tuning.js";

export interface ModelDraft extends TrainingDraft {
  layers: Layers;
  /** Search for settings of the methods. */
  tuning: TuningDraft;
  /** Null: the first free name. */
  name: string | null;
  /** Shown instead of the name; may be blank. */
  title: string;
}

/** `periods`: whether the rows are consecutive periods. */
export function newModelDraft(choices: readonly ColumnOption[], goal: LearningGoal, periods = false): ModelDraft {
  return { ...newTrainingDraft(choices, goal, periods), layers: DEFAULT_LAYERS, tuning: NO_TUNING, name: null, title: "" };
}

/** Returns how the model takes rows. */
export function rowsAs(draft: ModelDraft): RowsAs {
  if (!isTimeSeries(draft)) return "rows";
  return draft.goal === "predict" && draft.series.sums !== null ? "sums" : "periods";
}

/** Returns true if every method is a forecaster, which learns from the past of the target alone. */
export function learnsFromPastAlone(draft: ModelDraft): boolean {
  const algorithmOf = (position: NodePosition) => algorithmAt(position, modelTypeOf(draft), rowsAs(draft));
  return isTimeSeries(draft) && nodePositions(draft.layers).every((position) => isForecaster(algorithmOf(position)));
}

/** Returns what a search for settings depends on. `rows` is the number of rows in use. */
export function tunedModel(draft: ModelDraft, rows: number): TunedModel {
  const type = modelTypeOf(draft);
  const methods = nodePositions(draft.layers).map((position) => {
    const algorithm = algorithmAt(position, type, rowsAs(draft));
    return { algorithm, given: nonDefaultHyperparameters(algorithm, position.node.parameters, { type, rows }) };
  });
  return { type, hasCosts: errorCostsOf(draft).error_costs !== undefined, methods };
}

/** `Model1`, or the next free number. */
export function nextModelName(existingNames: readonly string[]): string {
  for (let number = 1; ; number++) if (!existingNames.includes(`Model${number}`)) return `Model${number}`;
}

/** The model's columns that the node learns from. */
export function nodeFeatures(draft: ModelDraft, { node }: Pick<NodePosition, "node">, choices: readonly ColumnOption[]): string[] {
  const all = selectedFeatures(draft, choices);
  return node.columns === null ? all : all.filter((name) => node.columns?.includes(name));
}
