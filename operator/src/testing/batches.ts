/** Batches and their models as tests need them, and what is planned for them. */
import {
  type AutoModelLine,
  type AutoModelSpec,
  autoModelStatus,
  CANCEL_ANNOTATION,
  type ModelStatus,
  type Resource,
} from "@agatha/contracts";
import { memberName, newMember, type Wanted } from "../auto-model/members.js";
import { planAutoModel, type Seen } from "../auto-model/plan.js";
import { aModel, anAutoModel, aReadyDataset, clock, NOW } from "./objects.js";

export const DATASET = aReadyDataset("f");
export const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
const MANUAL: Partial<AutoModelSpec> = {
  mode: "MANUAL",
  candidates: ["GLM", "KNN", "RF", "XGB"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })),
};

export interface Given {
  spec?: Partial<AutoModelSpec>;
  status?: Resource<"AutoModel">["status"];
  metadata?: Partial<Resource<"AutoModel">["metadata"]>;
  /** By slot: how the model made for it is. Undefined: it is not there. */
  members?: Record<string, ModelStatus>;
  algorithms?: Record<string, string>;
  layers?: Record<string, Wanted["layers"]>;
  seen?: Partial<Seen>;
  now?: number;
}

export const success = (RMSE: number): ModelStatus => ({ phase: "success", indicators: { RMSE } });
export const FAILED: ModelStatus = { phase: "fitting_fail", reason: "010515", message: "Nothing varies." };
export const FITTING: ModelStatus = { phase: "fitting" };

function memberOf(batch: Resource<"AutoModel">, slot: string, status: ModelStatus, layers: Wanted["layers"]): Resource<"Model"> {
  const wanted: Wanted = { slot, label: "One", layers };
  const { metadata, spec } = newMember(batch, "REGRESSION", wanted);
  return aModel({ metadata: { ...metadata, uid: `uid-of-${slot}` }, spec: spec as Resource<"Model">["spec"], status });
}

export function planOf({ spec, status, metadata, members = {}, algorithms = {}, layers = {}, seen = {}, now = clock.now() }: Given) {
  const batch = anAutoModel({ spec: { ...MANUAL, ...spec }, status, metadata });
  const layersOf = (slot: string) => layers[slot] ?? [{ nodes: [{ algorithm: algorithms[slot] ?? "XGB" }] }];
  const present = Object.entries(members).map(([slot, one]) => memberOf(batch, slot, one, layersOf(slot)));
  const all: Seen = {
    footing: { is: "ready", dataset: DATASET },
    type: "REGRESSION",
    members: new Map(present.map((member) => [member.metadata.name, member])),
    settings: new Map(),
    leftOut: new Map(),
    room: Number.POSITIVE_INFINITY,
    expired: false,
    emptyColumns: new Map(),
    ...seen,
  };
  const plan = planAutoModel(batch, all, { now: () => now });
  expect(autoModelStatus.parse(plan.status)).toEqual(plan.status);
  const slotOf = (name: string) => /-([cmst]\d+)-/.exec(name)?.[1];
  const actions = plan.actions.map((action) => {
    if (action.do === "create-model") return `create ${slotOf(action.model.metadata.name)}`;
    return "name" in action ? `${action.do} ${slotOf(action.name)}` : action.do;
  });
  const lines = (plan.status.models ?? []).map(({ slot, phase, dropped }) => `${slot} ${phase}${dropped ? " dropped" : ""}`);
  const made = plan.actions.flatMap((action) => (action.do === "create-model" ? [action.model] : []));
  return { ...plan, batch, actions, lines, made };
}

export const line = (slot: string, phase: AutoModelLine["phase"], RMSE?: number): AutoModelLine => ({
  name: memberName(anAutoModel(), slot),
  slot,
  phase,
  ...(RMSE !== undefined && { indicators: { RMSE } }),
});
export const begun = (...models: AutoModelLine[]): Resource<"AutoModel">["status"] => ({
  phase: "fitting_processing",
  type: "REGRESSION",
  startedAt: NOW,
  models,
});
