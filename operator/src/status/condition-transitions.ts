import type { Condition, Transition } from "@agatha/contracts";

interface Status {
  phase?: string | undefined;
  conditions?: Condition[] | undefined;
}

/** Pure: what is worth telling of a change of status: each condition that came to another status or another reason, in other words than the one before. */
export function conditionTransitions(before: Status | undefined, after: Status): Transition[] {
  const failed = after.phase?.includes("fail") ?? false;
  const changed = (after.conditions ?? []).flatMap((condition) => {
    const { type, status, reason, message } = condition;
    const known = before?.conditions?.find((one) => one.type === type);
    if (known?.status === status && known.reason === reason) return [];
    const warning = status !== "True" && (failed || reason === "Retrying");
    return [{ condition: type, warning, reason, message }];
  });
  const isFirst = ({ reason, message }: Transition) => changed.find((one) => one.reason === reason && one.message === message);
  return changed.filter((transition) => isFirst(transition) === transition);
}
