import { type Clock, ERRORS, type KindName, type Resource, type StatusOf, type Unavailable } from "@agatha/contracts";
import { type ConditionState, STORE_UNAVAILABLE } from "./condition-messages.js";
import { withConditions } from "./conditions.js";

/**
 * Returns the status of an object that cannot be looked at because a store does not answer; undefined if its present spec was looked
 * at before, so that its status still tells the state. Pure function.
 */
export function statusWithoutStore<K extends KindName>(
  { metadata, status }: Resource<K>,
  { code }: Unavailable,
  clock: Clock,
): StatusOf<K> | undefined {
  if (status?.observedGeneration === metadata.generation) return undefined;
  const store = code === ERRORS.databaseUnavailable ? "The document store" : "A store";
  const message = `${store} does not answer. The operator waits for it, and goes on by itself.`;
  const ready: ConditionState = { type: "Ready", status: "False", reason: STORE_UNAVAILABLE, message };
  return {
    ...status,
    conditions: withConditions(status?.conditions, { metadata, findings: [ready], failed: false }, clock),
  } as StatusOf<K>;
}
