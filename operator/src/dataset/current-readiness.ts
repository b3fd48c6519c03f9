import type { Resource, ResourceStore } from "@agatha/contracts";
import type { Listers } from "../runtime/watch.js";
import { type DatasetReadiness, datasetReadiness } from "./readiness.js";

interface ReadinessDeps {
  listers: Pick<Listers, "Dataset">;
  resources: Pick<ResourceStore, "get">;
}

/** Returns the readiness. Queries the store before a model fails for lack of its dataset, because the cache may lag behind. */
export async function currentDatasetReadiness(
  { listers, resources }: ReadinessDeps,
  model: Resource<"Model"> | Resource<"AutoModel">,
): Promise<DatasetReadiness> {
  const { datasetRef } = model.spec;
  const cached = datasetReadiness(model, listers.Dataset.get(datasetRef));
  return cached.is === "failed" ? datasetReadiness(model, await resources.get("Dataset", datasetRef)) : cached;
}
