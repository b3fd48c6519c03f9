/** Up-to-date views of an operator. */
import { KIND_NAMES, type KindName, type Resource, type ResourceStore } from "@agatha/contracts";
import type { Lister } from "@agatha/contracts/resources/informer";
import { eventually } from "../ports/temporary-folder.js";

export type Views = { readonly [K in KindName]: Lister<K> };

/** Returns the views once no object has a deleted owner. In a cluster, Kubernetes' garbage collector deletes such objects. */
export async function currentViews(resources: Pick<ResourceStore, "list">): Promise<Views> {
  let views!: Views;
  await eventually(async () => {
    const lists = await Promise.all(KIND_NAMES.map(async (kind) => [kind, fixedView((await resources.list(kind)).items)] as const));
    views = Object.fromEntries(lists) as unknown as Views;
    return !hasOrphan(views);
  });
  return views;
}

function fixedView<K extends KindName>(items: Resource<K>[]): Lister<K> {
  return { get: (name) => items.find((item) => item.metadata.name === name), list: () => items };
}

function hasOrphan(views: Views): boolean {
  const all = KIND_NAMES.flatMap((kind) => views[kind].list().map(({ metadata }) => metadata));
  const uids = new Set(all.map(({ uid }) => uid));
  return all.some((one) => one.deletionTimestamp === undefined && one.ownerReferences?.some((owner) => !uids.has(owner.uid)));
}
