/** Checks in documents and other models whether a model may be enabled. */
import {
  COLLECTIONS,
  countsAgainstLimits,
  type DataCheck,
  type DocumentStore,
  isApiEnabled,
  licenceStage,
  type Resource,
  type ResourceStore,
  remainingQuota,
} from "@agatha/contracts";
import type { Timers } from "@agatha/contracts/ports/timers";
import type { Listers } from "../runtime/watch.js";
import type { EnablingInput } from "./plan.js";

export interface EnablingDeps {
  documents: DocumentStore;
  resources: Pick<ResourceStore, "list">;
  listers: Pick<Listers, "Dataset">;
  timers: Pick<Timers, "now">;
}

type Dataset = Resource<"Dataset">;

/** Returns the dataset's data check, if it exists. */
export async function loadDataCheck(documents: DocumentStore, dataset: Dataset | undefined): Promise<DataCheck | undefined> {
  const { check } = dataset?.status ?? {};
  return check && (await documents.collection(COLLECTIONS.checks).get(check.document))?.check;
}

/**
 * Returns how many more models of the owner may be enabled, by the limits in the dataset's product and in all products together.
 * `without` are the models in question, which do not count even if they are enabled. It asks the store, because the cache may lack
 * what was enabled just before.
 */
export async function enablingQuota(
  { documents, resources, listers, timers }: EnablingDeps,
  owner: string,
  dataset: Dataset | undefined,
  without: (model: Resource<"Model">) => boolean,
): Promise<Pick<EnablingInput, "quota" | "licenceExpired">> {
  const user = await documents.collection(COLLECTIONS.users).get(owner);
  if (!user || !dataset) return { quota: 0, licenceExpired: false };
  const { productType } = dataset.spec;
  const { enabled, enableLimit } = user.products[productType];
  const { items } = await resources.list("Model", { owner });
  const licensed = items.filter(
    (model) => isApiEnabled(model) && countsAgainstLimits(model, listers.Dataset.get(model.spec.datasetRef)) && !without(model),
  );
  const besides = licensed.filter(({ spec }) => listers.Dataset.get(spec.datasetRef)?.spec.productType === productType);
  return {
    quota: Math.min(
      remainingQuota(enabled ? enableLimit : 0, besides.length),
      remainingQuota(user.restriction.licenceLimit ?? -1, licensed.length),
    ),
    licenceExpired: licenceStage(user.contract, timers.now()) === "expired",
  };
}
