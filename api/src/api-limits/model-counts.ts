import { isApiEnabled, isMarkedDeleted, type ProductType, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Number of models of one owner. Neither deleted models nor those of deleted datasets count. */
export interface ModelCounts {
  all: number;
  /** Models whose API is enabled, by product. */
  enabled: Record<ProductType, number>;
}

const zeroCounts = (): ModelCounts => ({ all: 0, enabled: { occ: 0, opt: 0, quality: 0, timeseries: 0 } });

/** Returns the number of models by owner. With an owner, it counts only that owner's models. */
export async function countModels({ resources }: Pick<ApiDeps, "resources">, owner?: string): Promise<(userId: string) => ModelCounts> {
  const where = { owner };
  const [models, datasets] = await Promise.all([resources.list("Model", where), resources.list("Dataset", where)]);
  const present = datasets.items.filter((dataset) => !isMarkedDeleted(dataset));
  const products = new Map(present.map((dataset: Resource<"Dataset">) => [dataset.metadata.name, dataset.spec.productType]));
  const counts = new Map<string, ModelCounts>();
  for (const model of models.items) {
    const { spec } = model;
    const product = products.get(spec.datasetRef);
    if (isMarkedDeleted(model) || !product) continue;
    const count = counts.get(spec.owner) ?? zeroCounts();
    count.all++;
    if (isApiEnabled(model)) count.enabled[product]++;
    counts.set(spec.owner, count);
  }
  return (userId) => counts.get(userId) ?? zeroCounts();
}
