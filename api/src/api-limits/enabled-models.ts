import { isMarkedDeleted, type ProductType, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Number of enabled models of one owner, by product. */
export type EnabledModelCounts = Record<ProductType, number>;

const zeroCounts = (): EnabledModelCounts => ({ occ: 0, opt: 0, quality: 0, timeseries: 0 });

/** Returns the number of models whose API is enabled, by owner and product. With an owner, it counts only that owner's models. */
export async function countEnabledModels(
  { resources }: Pick<ApiDeps, "resources">,
  owner?: string,
): Promise<(userId: string) => EnabledModelCounts> {
  const where = { owner };
  const [models, datasets] = await Promise.all([resources.list("Model", where), resources.list("Dataset", where)]);
  const present = datasets.items.filter((dataset) => !isMarkedDeleted(dataset));
  const products = new Map(present.map((dataset: Resource<"Dataset">) => [dataset.metadata.name, dataset.spec.productType]));
  const counts = new Map<string, EnabledModelCounts>();
  for (const model of models.items) {
    const { spec } = model;
    const product = products.get(spec.datasetRef);
    if (!spec.apiEnabled || isMarkedDeleted(model) || !product) continue;
    const count = counts.get(spec.owner) ?? zeroCounts();
    count[product]++;
    counts.set(spec.owner, count);
  }
  return (userId) => counts.get(userId) ?? zeroCounts();
}
