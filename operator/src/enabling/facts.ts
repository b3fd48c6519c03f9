/** What the documents and the other models say about whether a model may be enabled. */
import { COLLECTIONS, contractStage, type DataCheck, type DocumentStore, isGone, type Resource, roomUnder } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import type { Timers } from "@agatha/contracts/timers";
import type { EnablingFacts } from "./plan.js";

export interface EnablingDeps {
  documents: DocumentStore;
  models: View<"Model">;
  datasets: View<"Dataset">;
  timers: Pick<Timers, "now">;
}

type Dataset = Resource<"Dataset">;

/** What the dataset's check has found, if it was checked. */
export async function checkOf(documents: DocumentStore, dataset: Dataset | undefined): Promise<DataCheck | undefined> {
  const { check } = dataset?.status ?? {};
  return check && (await documents.collection(COLLECTIONS.checks).get(check.document))?.check;
}

/**
 * How many models of the owner may be enabled besides those that are: by the limits in the dataset's product and in all
 * together. `without`: the models in question, whether they are enabled or not.
 */
export async function allowedTo(
  { documents, models, datasets, timers }: EnablingDeps,
  owner: string,
  dataset: Dataset | undefined,
  without: (model: Resource<"Model">) => boolean,
): Promise<Pick<EnablingFacts, "room" | "expired">> {
  const user = await documents.collection(COLLECTIONS.users).get(owner);
  if (!user || !dataset) return { room: 0, expired: false };
  const { productType } = dataset.spec;
  const licensed = models.list().filter((model) => {
    const { spec } = model;
    return spec.apiEnabled && spec.owner === owner && !isGone(model) && !without(model);
  });
  const besides = licensed.filter(({ spec }) => datasets.get(spec.datasetRef)?.spec.productType === productType);
  return {
    room: Math.min(
      roomUnder(user.products[productType].enableLimit, besides.length),
      roomUnder(user.restriction.licenceLimit ?? -1, licensed.length),
    ),
    expired: contractStage(user.contract, timers.now()) === "expired",
  };
}
