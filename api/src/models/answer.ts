import { isApiEnabled, isSupervised, type OwnerRefusal, type Resource, titleOf } from "@agatha/contracts";
import type { DatasetRole, ModelAnswer } from "@agatha/contracts/wire";

/** Data of a model's answer, in addition to the model itself. */
interface ModelContext {
  dataset: Resource<"Dataset">;
  ownerName: string;
  /** Why no API of the owner answers; undefined if they do. */
  ownerRefusal: OwnerRefusal | undefined;
  /** Whether the token of the enabled API is revoked. */
  tokenRevoked: boolean;
  role: DatasetRole;
  /** Progress of a training, from 0 to 1, and its present step. */
  progress?: { fraction: number; step: string };
}

/** Returns the held-out figures, which are empty before the model is trained. */
function figuresOf({ status }: Resource<"Model">) {
  const { indicators = {}, trainIndicators = {}, baseline = {} } = status ?? {};
  const { intervals = {}, baselineIntervals = {}, baselineDifferences } = status ?? {};
  return {
    indicators,
    train_indicators: trainIndicators,
    baseline,
    intervals,
    baseline_intervals: baselineIntervals,
    baseline_differences: baselineDifferences,
    held_out_rows: status?.heldOutRows ?? null,
    held_out_by: status?.heldOutBy ?? null,
  };
}

/** Returns the specification's Model fields (section 3). Some of them have two names. */
export function modelAnswer(model: Resource<"Model">, context: ModelContext): ModelAnswer {
  const { metadata, spec, status } = model;
  const { dataset, ownerName, ownerRefusal, tokenRevoked, role, progress } = context;
  const phase = status?.phase ?? "init";
  const done = phase === "success";
  return {
    id: metadata.name,
    model_id: metadata.name,
    name: spec.displayName,
    model_name: spec.displayName,
    title: titleOf(model),
    dataset_id: spec.datasetRef,
    dataset_name: dataset.spec.displayName,
    dataset_title: titleOf(dataset),
    dataset_product_type: dataset.spec.productType,
    model_type: spec.type,
    response: spec.response ?? null,
    columns: spec.columns ?? null,
    layers: spec.layers,
    algorithms: algorithmsOf(model),
    time_series_params: spec.timeSeries ?? null,
    validation: spec.validation ?? null,
    error_costs: spec.errorCosts ?? null,
    status: phase,
    is_processed: done,
    progress: done ? 1 : (progress?.fraction ?? 0),
    progress_step: progress?.step ?? null,
    queued: queuedOf(model),
    reason: status?.reason ?? null,
    message: status?.message ?? null,
    decision: spec.decision ?? null,
    before_decision: spec.decision !== undefined,
    ...figuresOf(model),
    api_enable: isApiEnabled(model),
    api_enabled: isApiEnabled(model),
    owner_refusal: ownerRefusal ?? null,
    api_token_revoked: tokenRevoked,
    api_id: done ? metadata.name : null,
    api_update_at: status?.apiUpdatedAt ?? null,
    enabling_message: status?.conditions?.find(({ type }) => type === "Enabled")?.message ?? null,
    owner_id: spec.owner,
    owner_name: ownerName,
    role,
    model_created_at: new Date(metadata.creationTimestamp).toISOString(),
    started_at: status?.startedAt ?? null,
    finished_at: status?.finishedAt ?? null,
    size: status?.artifact?.size ?? null,
    model_studio: phase,
    is_occ: spec.type === "OCC",
    is_supervised_learning: isSupervised(spec.type),
    has_time_lag: spec.timeSeries !== undefined,
    use_extraction: spec.extraction !== undefined,
    edit_steps: spec.extraction ?? null,
    ...provenance(model),
  };
}

function queuedOf({ status }: Resource<"Model">): ModelAnswer["queued"] {
  const queued = status?.conditions?.find(({ type }) => type === "Queued");
  return queued?.status === "True" ? { reason: queued.reason, message: queued.message, since: queued.lastTransitionTime } : null;
}

/** Returns the model's origin, and whether a clone equals it. */
function provenance({
  spec: { cloneOf },
  status,
}: Resource<"Model">): Pick<ModelAnswer, "dataset_fingerprint" | "rows_fingerprint" | "sha256" | "clone_of" | "same_bytes"> {
  const digest = status?.phase === "success" ? status.artifact?.sha256 : undefined;
  return {
    dataset_fingerprint: status?.datasetFingerprint ?? null,
    rows_fingerprint: status?.rowsFingerprint ?? status?.datasetFingerprint ?? null,
    sha256: digest ?? null,
    clone_of: cloneOf?.model ?? null,
    same_bytes: cloneOf?.sha256 !== undefined && digest !== undefined ? digest === cloneOf.sha256 : null,
  };
}

/** Returns the distinct names of a model's algorithms, from the first layer on. */
export function algorithmsOf({ spec }: Resource<"Model">): string[] {
  return [...new Set(spec.layers.flatMap(({ nodes }) => nodes.map(({ algorithm }) => algorithm)))];
}
