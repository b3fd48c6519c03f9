/** What an operator sees that is up to date. */
import type { KindName, Resource, ResourceStore } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import { eventually } from "../ports/scratch.js";

export interface Views {
  datasets: View<"Dataset">;
  models: View<"Model">;
  calculations: View<"Calculation">;
  evaluations: View<"Evaluation">;
  autoModels: View<"AutoModel">;
}

/** In which the kinds are reconciled. */
export const ORDER = [
  ["Dataset", "datasets"],
  ["Model", "models"],
  ["Calculation", "calculations"],
  ["Evaluation", "evaluations"],
  ["AutoModel", "autoModels"],
] as const satisfies [KindName, keyof Views][];

/** Once no object refers to an owner that is gone: in a cluster it is a controller of Kubernetes' own that follows up on that. */
export async function viewsOf(resources: Pick<ResourceStore, "list">): Promise<Views> {
  let views!: Views;
  await eventually(async () => {
    views = {
      datasets: viewOf((await resources.list("Dataset")).items),
      models: viewOf((await resources.list("Model")).items),
      calculations: viewOf((await resources.list("Calculation")).items),
      evaluations: viewOf((await resources.list("Evaluation")).items),
      autoModels: viewOf((await resources.list("AutoModel")).items),
    };
    return !hasOrphan(views);
  });
  return views;
}

function viewOf<K extends KindName>(items: Resource<K>[]): View<K> {
  return { get: (name) => items.find((item) => item.metadata.name === name), list: () => items };
}

function hasOrphan(views: Views): boolean {
  const all = ORDER.flatMap(([, plural]) => views[plural].list().map(({ metadata }) => metadata));
  const uids = new Set(all.map(({ uid }) => uid));
  return all.some((one) => one.deletionTimestamp === undefined && one.ownerReferences?.some((owner) => !uids.has(owner.uid)));
}
