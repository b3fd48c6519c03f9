/** What an operator sees that is up to date. */
import type { KindName, Resource, ResourceStore } from "@agatha/contracts";
import type { Lister } from "@agatha/contracts/informer";
import { eventually } from "../ports/temporary-folder.js";

export interface Views {
  datasets: Lister<"Dataset">;
  models: Lister<"Model">;
  calculations: Lister<"Calculation">;
  evaluations: Lister<"Evaluation">;
  autoModels: Lister<"AutoModel">;
}

/** In which the kinds are reconciled. */
export const RECONCILE_ORDER = [
  ["Dataset", "datasets"],
  ["Model", "models"],
  ["Calculation", "calculations"],
  ["Evaluation", "evaluations"],
  ["AutoModel", "autoModels"],
] as const satisfies [KindName, keyof Views][];

/** Once no object refers to an owner that is gone: in a cluster it is a controller of Kubernetes' own that follows up on that. */
export async function currentViews(resources: Pick<ResourceStore, "list">): Promise<Views> {
  let views!: Views;
  await eventually(async () => {
    views = {
      datasets: fixedView((await resources.list("Dataset")).items),
      models: fixedView((await resources.list("Model")).items),
      calculations: fixedView((await resources.list("Calculation")).items),
      evaluations: fixedView((await resources.list("Evaluation")).items),
      autoModels: fixedView((await resources.list("AutoModel")).items),
    };
    return !hasOrphan(views);
  });
  return views;
}

function fixedView<K extends KindName>(items: Resource<K>[]): Lister<K> {
  return { get: (name) => items.find((item) => item.metadata.name === name), list: () => items };
}

function hasOrphan(views: Views): boolean {
  const all = RECONCILE_ORDER.flatMap(([, plural]) => views[plural].list().map(({ metadata }) => metadata));
  const uids = new Set(all.map(({ uid }) => uid));
  return all.some((one) => one.deletionTimestamp === undefined && one.ownerReferences?.some((owner) => !uids.has(owner.uid)));
}
