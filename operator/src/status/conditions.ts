import type { Clock, Condition, Job, KindName, ObjectMeta, Resource, StatusOf } from "@agatha/contracts";
import { type ConditionState, MAX_MESSAGE_LENGTH, MAX_REASON_LENGTH } from "./condition-messages.js";
import { setCondition } from "./set-condition.js";

interface ConditionInput {
  metadata: Pick<ObjectMeta, "generation">;
  /** Conditions of the kind, Ready among them. */
  findings: readonly ConditionState[];
  /** True if the object continues only after somebody changes something. */
  failed: boolean;
  /** Job of the current step. */
  job?: Pick<Job, "phase" | "reason" | "message"> | undefined;
}

/**
 * Returns the conditions of an object of any kind: those of the kind, Queued, and Reconciling and Stalled as kstatus
 * (sigs.k8s.io/cli-utils) reads them. While a job waits, Ready says so too, and since when, unless the object continues only after
 * somebody changes something.
 */
export function withConditions(before: readonly Condition[] | undefined, input: ConditionInput, clock: Clock): Condition[] {
  const queued = queuedCondition(input.job);
  const since = setCondition(before, queued, clock).find(({ type }) => type === "Queued")!.lastTransitionTime;
  const step = input.findings.find(({ type }) => type === "Ready")!;
  // A job that waits does not train, so each condition about the work reports the wait.
  const findings = input.findings.map((finding) =>
    !input.failed && queued.status === "True" && finding.status === "False" && finding.reason === step.reason
      ? { ...finding, reason: "Queued", message: `Since ${since}: ${queued.message}`.slice(0, MAX_MESSAGE_LENGTH) }
      : finding,
  );
  const ready = findings.find(({ type }) => type === "Ready")!;
  const { reason, message } = ready;
  const progress = (type: string, holds: boolean): ConditionState => ({ type, status: holds ? "True" : "False", reason, message });
  const all = [
    ...findings,
    queued,
    progress("Reconciling", ready.status !== "True" && !input.failed),
    progress("Stalled", ready.status !== "True" && input.failed),
  ];
  const { generation: observedGeneration } = input.metadata;
  return all.reduce<Condition[]>(
    (conditions, finding) => setCondition(conditions, { ...finding, observedGeneration }, clock),
    [...(before ?? [])],
  );
}

/** Returns the object's status with the reason why the operator cannot continue with it at present. */
export function withObstacle<K extends KindName>(
  { metadata, status }: Resource<K>,
  { reason, message }: Pick<ConditionState, "reason" | "message">,
  clock: Clock,
): StatusOf<K> {
  const ready: ConditionState = { type: "Ready", status: "False", reason, message: message.slice(0, MAX_MESSAGE_LENGTH) };
  return {
    ...status,
    conditions: withConditions(status?.conditions, { metadata, findings: [ready], failed: false }, clock),
  } as StatusOf<K>;
}

function queuedCondition(job: ConditionInput["job"]): ConditionState {
  if (job?.phase !== "queued") return { type: "Queued", status: "False", reason: "NotWaiting", message: "No job waits for its turn." };
  const { reason = "WaitingForTurn", message = "The job waits for its turn." } = job;
  return { type: "Queued", status: "True", reason: reason.slice(0, MAX_REASON_LENGTH), message: message.slice(0, MAX_MESSAGE_LENGTH) };
}
