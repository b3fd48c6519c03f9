import { type Clock, isApiEnabled, isMarkedDeleted, isoTime, type Job, type ModelStatus, type Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition, type WaitingReason } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";
import type { ApiRefusal } from "./api-refusal.js";

/** State that conditions depend on, in addition to the status. */
export interface ModelProgress {
  waiting?: WaitingReason | undefined;
  job?: Job | undefined;
  /** Why the dataset of a trained model cannot be used: it is in the trash, or there is none, as after a deletion that kept its models. */
  datasetLoss?: "inTrash" | "missing" | undefined;
  /** Why the enabled API answers nobody. */
  refusal?: ApiRefusal | undefined;
}

const IN_TRASH = { reason: "Deleted", message: "The model is in the trash: restore it to ask it." };

const DATASET_LOSSES = {
  inTrash: { reason: "DatasetDeleted", message: "The dataset is in the trash: restore it to ask the model." },
  missing: {
    reason: "DatasetNotFound",
    message: "The dataset is gone: make it again under its name to ask the model, or delete the model.",
  },
} as const satisfies Record<string, Pick<ConditionState, "reason" | "message">>;

const REFUSALS = {
  deleted: IN_TRASH,
  datasetInTrash: DATASET_LOSSES.inTrash,
  datasetMissing: DATASET_LOSSES.missing,
  revoked: { reason: "TokenRevoked", message: "The token was revoked: make a new one on the page of the model." },
  inactive: { reason: "OwnerDisabled", message: "The account of the owner is disabled or not there." },
  disabled: { reason: "OwnerDisabled", message: "All APIs of the owner are disabled." },
  expired: { reason: "ContractExpired", message: "The contract of the owner has expired." },
  product: { reason: "ProductMissing", message: "The owner does not have the product of the dataset." },
} as const satisfies Record<ApiRefusal, Pick<ConditionState, "reason" | "message">>;

const NOT_ENABLED = "Disabled";

/** Returns true if the open API answers a call now. */
function publishedCondition(model: Pick<Resource<"Model">, "spec" | "status">, refusal: ModelProgress["refusal"]): ConditionState {
  const no = { type: "Published", status: "False" } as const;
  if (!isApiEnabled(model))
    return { ...no, reason: NOT_ENABLED, message: "The open API does not answer for the model: it is not enabled (spec.apiEnabled)." };
  if (model.status?.phase !== "success") return { ...no, reason: "NotTrained", message: "The open API answers once the model is trained." };
  if (refusal) return { ...no, ...REFUSALS[refusal] };
  return { type: "Published", status: "True", reason: "Enabled", message: "The open API answers for the model." };
}

/** Returns the status with the address that answers calls, while the model is published. */
export function withUrl({ url: _before, ...status }: ModelStatus, url: string | undefined): ModelStatus {
  const published = status.conditions?.some(({ type, status: is }) => type === "Published" && is === "True");
  return published && url !== undefined ? { ...status, url } : status;
}

/** Returns the status with its conditions, which derive from its other fields, the spec and the progress. */
export function modelConditions(
  { metadata, spec }: Resource<"Model">,
  status: ModelStatus,
  clock: Clock,
  { waiting, job, datasetLoss, refusal }: ModelProgress = {},
): ModelStatus {
  const trained = trainedCondition(spec, status, waiting);
  const loss = isMarkedDeleted({ metadata }) ? IN_TRASH : datasetLoss && DATASET_LOSSES[datasetLoss];
  const unasked = status.phase === "success" ? loss : undefined;
  const ready: ConditionState = unasked
    ? { type: "Ready", status: "False", ...unasked }
    : trained.status === "True"
      ? { type: "Ready", status: "True", reason: "Trained", message: "The model can be asked." }
      : { ...trained, type: "Ready" };
  const published = publishedCondition({ spec, status }, refusal);
  const failed = unasked !== undefined || status.phase === "fitting_fail" || status.phase === "fail";
  const conditions = withConditions(status.conditions, { metadata, findings: [trained, ready, published], failed, job }, clock);
  return { ...status, conditions, ...(isApiEnabled({ spec, status }) !== wasEnabled(status) && { apiUpdatedAt: isoTime(clock) }) };
}

/** Returns true if the API was enabled when the conditions were last determined. A new model's was not. */
function wasEnabled({ conditions = [] }: ModelStatus): boolean {
  return conditions.some(({ type, reason }) => type === "Published" && reason !== NOT_ENABLED);
}

const BEFORE_DECISION = "Figures that depend on the chosen class are without the decision, which answers and evaluations follow.";

function trainedCondition(
  { decision }: Pick<Resource<"Model">["spec"], "decision">,
  { phase, reason, message }: ModelStatus,
  waiting: WaitingReason | undefined,
): ConditionState {
  const type = "Trained";
  if (phase === "success") {
    return { type, status: "True", reason: "Trained", message: `The training has ended.${decision ? ` ${BEFORE_DECISION}` : ""}` };
  }
  if (phase === "fitting_fail" || phase === "fail")
    return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (phase === "fitting") return inProgressCondition(type, "Training", "The model is being trained.", message);
  const { reason: lack, message: told } = waiting ?? { reason: "DatasetNotReady", message: "The dataset has to be ready first." };
  return { type, status: "False", reason: lack, message: told };
}
