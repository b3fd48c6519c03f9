/** A running automatic training, as its stages and its end see it. */
import type { AutoModelStatus, AutoModelTrial, ModelType, Resource } from "@agatha/contracts";
import type { ObservedState } from "./observed-state.js";

/** What decides the candidates and the ranking of an automatic training. */
export interface Search {
  autoModel: Resource<"AutoModel">;
  type: ModelType;
  /** Rows of the dataset. */
  rowCount: number;
}

/** An automatic training whose status has its type, and its start if a model was begun. */
export type RunningAutoModel = Resource<"AutoModel"> & { status: AutoModelStatus };

export interface SearchProgress extends Search {
  autoModel: RunningAutoModel;
  observed: ObservedState;
  trials: readonly AutoModelTrial[];
  /** Share of the time limit that is left. */
  timeShareLeft: number;
}
