/** Enabling a model that was made by hand, as soon as it is trained. */
import { type Clock, COLLECTIONS, emptyColumnsUsed, isGone, type ModelStatus, type Resource } from "@agatha/contracts";
import { allowedTo, checkOf, type EnablingDeps } from "../enabling/facts.js";
import { type EnablingFacts, planEnabling } from "../enabling/plan.js";
import { setCondition } from "../runtime/conditions.js";
import type { Plan } from "../work/action.js";
import { modelConditions } from "./conditions.js";

type Model = Resource<"Model">;

/** What enabling the model depends on; undefined where it is not to be enabled now. Once it was tried it never is again: what comes after is a manager's. */
export async function enablingFacts(
  deps: EnablingDeps,
  model: Model,
  { phase, artifact, conditions = [] }: ModelStatus,
  dataset: Resource<"Dataset"> | undefined,
): Promise<EnablingFacts | undefined> {
  const { spec, metadata } = model;
  const decided = conditions.some(({ type }) => type === "Enabled");
  if (!spec.enableWhenTrained || phase !== "success" || !artifact || decided || isGone(model) || !dataset || isGone(dataset))
    return undefined;
  const told = await deps.documents.collection(COLLECTIONS.modelInfos).get(artifact.info);
  const empty = emptyColumnsUsed(spec.columns, told?.info, await checkOf(deps.documents, dataset));
  const allowed = await allowedTo(deps, spec.owner, dataset, (other) => other.metadata.uid === metadata.uid);
  return { ...allowed, emptyColumns: new Map([[metadata.name, empty]]) };
}

/** Pure: the plan with the model enabled where that is allowed, and a condition Enabled that tells how it turned out. */
export function withEnabling(plan: Plan<"Model">, model: Model, facts: EnablingFacts, clock: Clock): Plan<"Model"> {
  const { name } = model.metadata;
  const { actions, outcome } = planEnabling("first", [{ name }], new Map([[name, model]]), facts);
  const present = actions.length > 0 ? { ...model, spec: { ...model.spec, apiEnabled: true } } : model;
  const status = modelConditions(present, plan.status, clock);
  const conditions = setCondition(status.conditions, { type: "Enabled", ...outcome }, clock);
  return { ...plan, actions: [...plan.actions, ...actions], status: { ...status, conditions } };
}
