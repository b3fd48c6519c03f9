/** Effect of an edit history. */
import type { EditStepSpec } from "@agatha/contracts";
import type { EditStepAnswer } from "@agatha/contracts/wire";

/** Returns the steps that are carried out, in their order. */
export function enabledSteps(steps: readonly Pick<EditStepAnswer, "enabled" | "spec">[]): EditStepSpec[] {
  return steps.filter(({ enabled }) => enabled).map(({ spec }) => spec);
}

/** Version of the rows after the enabled steps. It changes with every step that is changed. */
export function historyVersion(steps: readonly Pick<EditStepAnswer, "enabled" | "id" | "updated_at">[]): string {
  return steps
    .filter(({ enabled }) => enabled)
    .map(({ id, updated_at }) => `${id} ${updated_at}`)
    .join(" ");
}

/** Ids of the aggregations that are off because only the last enabled aggregation is applied. */
export function supersededAggregations(steps: readonly Pick<EditStepAnswer, "enabled" | "id" | "type">[]): ReadonlySet<string> {
  const last = steps.findLastIndex(({ type, enabled }) => type === "aggregation" && enabled);
  return new Set(steps.slice(0, Math.max(0, last)).flatMap(({ id, type, enabled }) => (type === "aggregation" && !enabled ? [id] : [])));
}
