import { type EnablingMode, isApiEnabled, isMarkedDeleted, type Resource } from "@agatha/contracts";
import type { ModelAction } from "../plan/model-actions.js";
import type { ConditionState } from "../status/condition-messages.js";

/** Outcome of enabling: a condition Enabled. */
export type EnabledCondition = Omit<ConditionState, "type">;

export interface EnablingInput {
  /** Largest number of the models in question that may be enabled, those that are enabled already included. */
  quota: number;
  /** True if the owner's contract has expired. Then no model is enabled, whatever the quota. */
  licenceExpired: boolean;
  /** Columns without any value that a model uses, by the model's name. */
  emptyColumnsByModel: ReadonlyMap<string, string[]>;
}

/**
 * Returns which models to enable. `ranked` are the trained ones, the best first. It enables as many as the quota allows in addition to
 * those that are enabled already. It enables no model that was deleted or uses an empty column.
 */
export function planEnabling(
  mode: EnablingMode,
  ranked: readonly { name: string }[],
  members: ReadonlyMap<string, Resource<"Model">>,
  { quota, licenceExpired, emptyColumnsByModel }: EnablingInput,
): { actions: ModelAction[]; outcome: EnabledCondition } {
  if (mode === "manual") {
    return { actions: [], outcome: { status: "False", reason: "Manual", message: "A manager enables the models that are to be served." } };
  }
  if (licenceExpired) {
    const message = "The contract has expired: once it is renewed, a manager can enable the models.";
    return { actions: [], outcome: { status: "False", reason: "ContractExpired", message } };
  }
  const present = ranked.filter(({ name }) => isPresent(members.get(name)));
  if (present.length === 0) {
    return {
      actions: [],
      outcome: { status: "False", reason: "ModelsDeleted", message: "The models were deleted. Restore one, and enable it." },
    };
  }
  const wanted = mode === "first" ? present.slice(0, 1) : present;
  const [usable, unusable] = [true, false].map((sound) =>
    wanted.filter(({ name }) => ((emptyColumnsByModel.get(name) ?? []).length === 0) === sound),
  );
  const published = new Set([...members].flatMap(([name, member]) => (isPresent(member) && isApiEnabled(member) ? [name] : [])));
  const room = Math.max(0, quota - published.size);
  const added = usable!.filter(({ name }) => !published.has(name)).slice(0, room);
  const enabled = usable!.filter((each) => published.has(each.name) || added.includes(each));
  const actions = enabled.flatMap(({ name }): ModelAction[] => {
    const uid = members.get(name)?.metadata.uid;
    return uid === undefined ? [] : [{ do: "enable-model", name, uid }];
  });
  return { actions, outcome: enabledCondition({ wanted: wanted.length, enabled: enabled.length, unusable: unusable!.length }) };
}

function isPresent(model: Resource<"Model"> | undefined): boolean {
  return model !== undefined && !isMarkedDeleted(model);
}

function enabledCondition({ wanted, enabled, unusable }: { wanted: number; enabled: number; unusable: number }): EnabledCondition {
  if (enabled === wanted) return { status: "True", reason: "Enabled", message: `Enabled: ${enabled} of ${wanted}.` };
  const status = enabled > 0 ? "True" : "False";
  const told = `Enabled: ${enabled} of ${wanted}.`;
  if (enabled + unusable === wanted) {
    return { status, reason: "EmptyColumn", message: `${told} A model that uses a column without any value cannot be enabled.` };
  }
  const message = `${told} The limit of enabled models is reached: disable others, or ask for a higher limit.`;
  return { status, reason: "LimitReached", message };
}
