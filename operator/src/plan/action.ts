import type { KindName, OwnerReference, Placement, StatusOf, TaskInput } from "@agatha/contracts";
import type { RetainedOutputs } from "../lifecycle/garbage-collection.js";
import type { ModelAction } from "./model-actions.js";

/** Resource limits of a job, and where it runs. */
export interface JobLimits extends Placement {
  memoryMiB: number;
  cpus: number;
  deadlineSeconds: number;
}

/** Actions of a plan, in order. Each is idempotent. */
export type Action =
  | { do: "keep-metadata"; ownerReferences?: OwnerReference[] }
  /** `at`: when the task was made, so that a status can have it before the task is read back. `failures`: those of the task. */
  | { do: "start"; id: string; at: string; failures: number; input: TaskInput; limits: JobLimits }
  | { do: "launch"; id: string; limits: JobLimits }
  | { do: "cancel"; id: string }
  | { do: "store-text"; key: string; text: string }
  | { do: "sweep"; tasks: string[]; keep: RetainedOutputs }
  | ModelAction;

export interface Plan<K extends KindName> {
  actions: Action[];
  status: StatusOf<K>;
  /** Milliseconds. */
  requeueAfter?: number | undefined;
}
