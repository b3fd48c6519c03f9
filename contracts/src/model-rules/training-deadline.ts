import { type ModelSpec, modelSpec } from "../kinds/model.js";

type TrainingResources = ModelSpec["resources"];

/** Share of a training's longest time that its search for settings may take. The fits and figures after it need the rest. */
const SEARCH_SHARE = 0.8;

const { deadlineSeconds: longestTime } = modelSpec.shape.resources.unwrap().shape;
const DEFAULT_SECONDS = longestTime.parse(undefined);
const MAX_SECONDS = longestTime.unwrap().maxValue!;

/** Returns what a training may use, as requested. If no longest time was requested, it is at least `seconds`. */
export function resourcesForTime(asked: Partial<TrainingResources> | undefined, seconds: number): TrainingResources {
  const deadlineSeconds = Math.min(MAX_SECONDS, Math.max(DEFAULT_SECONDS, Math.ceil(seconds)));
  return modelSpec.shape.resources.parse({ deadlineSeconds, ...asked });
}

/** Returns the longest time of a training that a search of so many seconds needs. */
export function secondsWithSearch({ tuning }: Pick<ModelSpec, "tuning">): number {
  return (tuning?.seconds ?? 0) / SEARCH_SHARE;
}

/** Returns the search for settings, with no more time than the training's longest time leaves it. */
export function searchWithinDeadline({ tuning, resources }: Pick<ModelSpec, "tuning" | "resources">): ModelSpec["tuning"] {
  return tuning && { ...tuning, seconds: Math.max(1, Math.min(tuning.seconds, Math.floor(SEARCH_SHARE * resources.deadlineSeconds))) };
}
