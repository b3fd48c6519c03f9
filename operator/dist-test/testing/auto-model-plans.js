/** Batches and their models for tests, with their plans. */
import { autoModelStatus, CANCEL_ANNOTATION } from "@agatha/contracts";
import { childModelName, newChildModel } from "../auto-model/child-models.js";
import { planAutoModel } from "../auto-model/plan.js";
import { aModel, anAutoModel, aReadyDataset, clock, NOW } from "./objects.js";
export const DATASET = aReadyDataset("f");
export const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
const MANUAL = {
  mode: "MANUAL",
  candidates: ["GLM", "KNN", "RF", "XGB"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })),
};
export const success = (RMSE) => ({ phase: "success", indicators: { RMSE } });
export const FAILED = { phase: "fitting_fail", reason: "010515", message: "Nothing varies." };
export const FITTING = { phase: "fitting" };
function childModelOf(batch, slot, status, layers) {
  const wanted = { slot, label: "One", layers };
  const { metadata, spec } = newChildModel(batch, "REGRESSION", wanted);
  return aModel({ metadata: { ...metadata, uid: `uid-of-${slot}` }, spec: spec, status });
}
export function autoModelPlan({ spec, status, metadata, members = {}, algorithms = {}, layers = {}, observed = {}, now = clock.now() }) {
  const batch = anAutoModel({ spec: { ...MANUAL, ...spec }, status, metadata });
  const layersOf = (slot) => layers[slot] ?? [{ nodes: [{ algorithm: algorithms[slot] ?? "XGB" }] }];
  const present = Object.entries(members).map(([slot, one]) => childModelOf(batch, slot, one, layersOf(slot)));
  const all = {
    readiness: { is: "ready", dataset: DATASET },
    modelType: "REGRESSION",
    childModels: new Map(present.map((member) => [member.metadata.name, member])),
    tunedSettings: new Map(),
    excludedColumns: new Map(),
    quota: Number.POSITIVE_INFINITY,
    licenceExpired: false,
    emptyColumnsByModel: new Map(),
    ...observed,
  };
  const plan = planAutoModel(batch, all, { now: () => now });
  expect(autoModelStatus.parse(plan.status)).toEqual(plan.status);
  const slotOf = (name) => /-([cmst]\d+)-/.exec(name)?.[1];
  const actions = plan.actions.map((action) => {
    if (action.do === "create-model") return `create ${slotOf(action.model.metadata.name)}`;
    return "name" in action ? `${action.do} ${slotOf(action.name)}` : action.do;
  });
  const lines = (plan.status.models ?? []).map(({ slot, phase, dropped }) => `${slot} ${phase}${dropped ? " dropped" : ""}`);
  const made = plan.actions.flatMap((action) => (action.do === "create-model" ? [action.model] : []));
  return { ...plan, batch, actions, lines, made };
}
export const modelLine = (slot, phase, RMSE) => ({
  name: childModelName(anAutoModel(), slot),
  slot,
  phase,
  ...(RMSE !== undefined && { indicators: { RMSE } }),
});
export const startedStatus = (...models) => ({
  phase: "fitting_processing",
  type: "REGRESSION",
  startedAt: NOW,
  models,
});
//# sourceMappingURL=auto-model-plans.js.map
