import type { Clock, ModelStatus, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

/** Returns the status with its conditions Trained, Ready and Published, which derive from its other fields and the spec. */
export function modelConditions({ metadata, spec }: Resource<"Model">, status: ModelStatus, clock: Clock): ModelStatus {
  const trained = trainedCondition(status);
  const ready: ConditionState =
    trained.status === "True"
      ? { type: "Ready", status: "True", reason: "Trained", message: "The model can be asked." }
      : { ...trained, type: "Ready" };
  const published: ConditionState = spec.apiEnabled
    ? { type: "Published", status: "True", reason: "Enabled", message: "The open API answers for the model." }
    : { type: "Published", status: "False", reason: "Disabled", message: "The open API does not answer for the model." };
  let { conditions } = status;
  for (const finding of [trained, ready, published]) {
    conditions = setCondition(conditions, { ...finding, observedGeneration: metadata.generation }, clock);
  }
  const since = conditions!.find(({ type }) => type === "Published")!.lastTransitionTime;
  // A model that was never enabled has no such time.
  const apiUpdatedAt = spec.apiEnabled || status.apiUpdatedAt !== undefined ? since : undefined;
  return { ...status, conditions: conditions!, ...(apiUpdatedAt !== undefined && { apiUpdatedAt }) };
}

function trainedCondition({ phase, reason, message }: ModelStatus): ConditionState {
  const type = "Trained";
  if (phase === "success") return { type, status: "True", reason: "Trained", message: "The training has ended." };
  if (phase === "fitting_fail" || phase === "fail")
    return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (phase === "fitting") return inProgressCondition(type, "Training", "The model is being trained.", message);
  return { type, status: "False", reason: "Waiting", message: "The dataset has to be ready first." };
}
