/** Models that automatic trainings under way may still make: they count against their owner's limit from the beginning. */
import { type AutoModelSpec, isCancelled, isMarkedDeleted, type ModelType, maxModelsOfAutoModel, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { childModels } from "../resources/child-models.js";

/** Returns the largest number of models that an automatic training makes. The number of rows may be unknown. */
export function mostModelsOf(spec: AutoModelSpec, type: ModelType, nrow = Number.POSITIVE_INFINITY): number {
  return Math.min(spec.limits.models, maxModelsOfAutoModel(spec, type, nrow));
}

/**
 * Returns the number of models that automatic trainings under way may still make, by owner. With an owner, it counts only that
 * owner's. The one with the uid `without` does not count.
 */
export async function countReservedModels(
  { resources }: Pick<ApiDeps, "resources">,
  owner?: string,
  without?: string,
): Promise<(userId: string) => number> {
  const { items } = await resources.list("AutoModel", { owner });
  const others = items.filter(({ metadata }) => metadata.uid !== without);
  const underWay = others.filter((one) => one.status?.finishedAt === undefined && !isCancelled(one) && !isMarkedDeleted(one));
  const counts = new Map<string, number>();
  for (const { owner, models } of await Promise.all(
    underWay.map(async (one) => ({ owner: one.spec.owner, models: await modelsToMake({ resources }, one) })),
  ))
    counts.set(owner, (counts.get(owner) ?? 0) + models);
  return (userId) => counts.get(userId) ?? 0;
}

async function modelsToMake({ resources }: Pick<ApiDeps, "resources">, autoModel: Resource<"AutoModel">): Promise<number> {
  const { spec, status } = autoModel;
  const dataset = await resources.get("Dataset", spec.datasetRef);
  if (!dataset || isMarkedDeleted(dataset)) return 0;
  const type = spec.type ?? status?.type;
  const most = type === undefined ? spec.limits.models : mostModelsOf(spec, type, dataset.status?.nrow);
  // Deleted ones are not made anew.
  const made = (await childModels({ resources }, autoModel)).length;
  return Math.max(0, most - Math.max(made, status?.models?.length ?? 0));
}
