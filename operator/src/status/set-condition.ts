import { type Clock, type Condition, isoTime } from "@agatha/contracts";

/** Sets one condition among the others. The transition time changes only with the status. */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  condition: Omit<Condition, "lastTransitionTime">,
  clock: Clock,
): Condition[] {
  const before = conditions?.find((other) => other.type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : isoTime(clock);
  const now = { ...condition, lastTransitionTime };
  return before ? conditions!.map((other) => (other === before ? now : other)) : [...(conditions ?? []), now];
}
