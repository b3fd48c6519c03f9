/** Enables a model created by hand as soon as it is trained. */
import { type Clock, COLLECTIONS, isMarkedDeleted, type ModelStatus, type Resource, usedEmptyColumns } from "@agatha/contracts";
import { type EnablingInput, planEnabling } from "../enabling/plan.js";
import { type EnablingDeps, enablingQuota, loadDataCheck } from "../enabling/quota.js";
import type { Plan } from "../plan/action.js";
import { setCondition } from "../status/set-condition.js";
import { modelConditions } from "./conditions.js";

type Model = Resource<"Model">;

/** A trained model that may be enabled now: its dataset, and the id of its information. */
interface EnablingDue {
  dataset: Resource<"Dataset">;
  info: string;
}

/** Returns undefined if there is nothing to decide now. Enabling is tried once; later changes are up to managers. */
export function enablingDue(
  model: Model,
  { phase, artifact, conditions = [] }: ModelStatus,
  dataset: Resource<"Dataset"> | undefined,
): EnablingDue | undefined {
  const isDecided = conditions.some(({ type }) => type === "Enabled");
  const isAsked = model.spec.enableWhenTrained === true && !isDecided && !isMarkedDeleted(model);
  if (!isAsked || phase !== "success" || !artifact || !dataset || isMarkedDeleted(dataset)) return undefined;
  return { dataset, info: artifact.info };
}

/** Returns the state that enabling depends on. */
export async function enablingInput(deps: EnablingDeps, { spec, metadata }: Model, { dataset, info }: EnablingDue): Promise<EnablingInput> {
  const told = await deps.documents.collection(COLLECTIONS.modelInfos).get(info);
  const empty = usedEmptyColumns(spec.columns, told?.info, await loadDataCheck(deps.documents, dataset));
  const allowed = await enablingQuota(deps, spec.owner, dataset, (other) => other.metadata.uid === metadata.uid);
  return { ...allowed, emptyColumnsByModel: new Map([[metadata.name, empty]]) };
}

/**
 * Returns the plan with the model enabled in its status if allowed, and a condition Enabled with the outcome. The spec belongs to
 * whoever applies it. Pure function.
 */
export function withEnabling(plan: Plan<"Model">, model: Model, facts: EnablingInput, clock: Clock): Plan<"Model"> {
  const { name } = model.metadata;
  const { actions, outcome } = planEnabling("first", [{ name }], new Map([[name, model]]), facts);
  const enabled = actions.length > 0 && { apiEnabled: true };
  const status = modelConditions(model, { ...plan.status, ...enabled }, clock);
  return { ...plan, status: { ...status, conditions: setCondition(status.conditions, { type: "Enabled", ...outcome }, clock) } };
}
