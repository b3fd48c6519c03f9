/** Automatic trainings and their models for tests, with their plans. */
import {
  type AutoModelSpec,
  type AutoModelTrial,
  autoModelStatus,
  CANCEL_ANNOTATION,
  type ModelStatus,
  type Resource,
} from "@agatha/contracts";
import { childModelName, newChildModel, type PlannedModel } from "../auto-model/child-models.js";
import type { ObservedState } from "../auto-model/observed-state.js";
import { planAutoModel } from "../auto-model/plan.js";
import { aModel, anAutoModel, aReadyDataset, clock, NOW, softDeleted } from "./objects.js";

/** An hour in milliseconds, which is longer than the time limit of the automatic trainings here. */
export const HOUR = 3_600_000;
export const DATASET = aReadyDataset("f");
export const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
const MANUAL: Partial<AutoModelSpec> = {
  mode: "MANUAL",
  candidates: ["GLM", "KNN", "RF", "XGB"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })),
};

export interface AutoModelCase {
  spec?: Partial<AutoModelSpec>;
  status?: Resource<"AutoModel">["status"];
  metadata?: Partial<Resource<"AutoModel">["metadata"]>;
  /** Status of the model in each slot; undefined if it does not exist. */
  childModels?: Record<string, ModelStatus>;
  /** Slots whose models a user has deleted, which can still be undone. */
  deleted?: string[];
  /** Slots whose models a manager has published. */
  published?: string[];
  algorithms?: Record<string, string>;
  layers?: Record<string, PlannedModel["layers"]>;
  observed?: Partial<ObservedState>;
  now?: number;
}

/** Returns the status of a trained model with this RMSE. */
export const success = (RMSE: number): ModelStatus => ({ phase: "success", indicators: { RMSE } });
export const FAILED: ModelStatus = { phase: "fitting_fail", reason: "010515", message: "Nothing varies." };
export const STOPPED: ModelStatus = { phase: "fitting_fail", reason: "TimeLimitReached", message: "The time limit was reached." };
export const FITTING: ModelStatus = { phase: "fitting" };

function childModelOf(
  autoModel: Resource<"AutoModel">,
  slot: string,
  status: ModelStatus,
  layers: PlannedModel["layers"],
): Resource<"Model"> {
  const wanted: PlannedModel = { slot, label: "One", method: "One", layers };
  const { metadata, spec } = newChildModel(autoModel, "REGRESSION", wanted, { dataset: "Cars", number: 1 });
  return aModel({ metadata: { ...metadata, uid: `uid-of-${slot}` }, spec: spec as Resource<"Model">["spec"], status });
}

/**
 * Plans an automatic training of a regression in this state, and returns the plan with its actions and trials in short words. It
 * expects the status to match its schema.
 */
export function autoModelPlan({
  spec,
  status,
  metadata,
  childModels = {},
  deleted = [],
  published = [],
  algorithms = {},
  layers = {},
  observed = {},
  now = clock.now(),
}: AutoModelCase) {
  const autoModel = anAutoModel({ spec: { ...MANUAL, ...spec }, status, metadata });
  const layersOf = (slot: string) => layers[slot] ?? [{ nodes: [{ algorithm: algorithms[slot] ?? "XGB" }] }];
  const present = Object.entries(childModels).map(([slot, one]) => {
    const made = childModelOf(autoModel, slot, one, layersOf(slot));
    const model = published.includes(slot) ? { ...made, spec: { ...made.spec, apiEnabled: true } } : made;
    return deleted.includes(slot) ? { ...model, metadata: softDeleted(model) } : model;
  });
  const all: ObservedState = {
    readiness: { is: "ready", dataset: DATASET },
    modelType: "REGRESSION",
    logResponse: false,
    childModels: new Map(present.map((model) => [model.metadata.name, model])),
    isInUse: () => false,
    tunedSettings: new Map(),
    cutShort: new Set(),
    resamples: new Map(),
    forecastErrors: new Map(),
    excludedColumns: new Map(),
    quota: Number.POSITIVE_INFINITY,
    licenceExpired: false,
    emptyColumnsByModel: new Map(),
    ...observed,
  };
  const plan = planAutoModel(autoModel, all, { now: () => now });
  expect(autoModelStatus.parse(plan.status)).toEqual(plan.status);
  const slotOf = (name: string) => /-([cmst]\d+)-/.exec(name)?.[1];
  const actions = plan.actions.map((action) => {
    if (action.do === "create-model") return `create ${slotOf(action.model.metadata.name)}`;
    return "name" in action ? `${action.do} ${slotOf(action.name)}` : action.do;
  });
  const trials = (plan.status.models ?? []).map(({ slot, phase, dropped }) => `${slot} ${phase}${dropped ? " dropped" : ""}`);
  const made = plan.actions.flatMap((action) => (action.do === "create-model" ? [action.model] : []));
  return { ...plan, autoModel, planned: plan.actions, actions, trials, made };
}

export const trialIn = (slot: string, phase: AutoModelTrial["phase"], RMSE?: number): AutoModelTrial => ({
  name: childModelName(anAutoModel(), slot),
  slot,
  phase,
  ...(RMSE !== undefined && { indicators: { RMSE } }),
});
/** Returns the status of an automatic training that began now, with these models. */
export const startedStatus = (...models: AutoModelTrial[]): Resource<"AutoModel">["status"] => ({
  phase: "fitting_processing",
  type: "REGRESSION",
  startedAt: NOW,
  models,
});
