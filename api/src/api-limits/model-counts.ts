import { countsAgainstLimits, isApiEnabled, type ProductType } from "@agatha/contracts";
import { isChildOf } from "@agatha/contracts/automatic-training/is-child-of";
import type { ApiDeps } from "../deps.js";

/** Number of models of one owner that count against its limits. */
export interface ModelCounts {
  all: number;
  /** Models whose API is enabled, by product. */
  enabled: Record<ProductType, number>;
}

const zeroCounts = (): ModelCounts => ({ all: 0, enabled: { occ: 0, opt: 0, quality: 0, timeseries: 0 } });

/**
 * Returns the number of models by owner. With an owner, it counts only that owner's models. `without` is the uid of a model, or of an
 * automatic training with its models, that does not count.
 */
export async function countModels(
  { resources }: Pick<ApiDeps, "resources">,
  owner?: string,
  { without }: { without?: string | undefined } = {},
): Promise<(userId: string) => ModelCounts> {
  const where = { owner };
  const [models, datasets] = await Promise.all([resources.list("Model", where), resources.list("Dataset", where)]);
  const byName = new Map(datasets.items.map((dataset) => [dataset.metadata.name, dataset]));
  const counts = new Map<string, ModelCounts>();
  for (const model of models.items) {
    const { spec, metadata } = model;
    const dataset = byName.get(spec.datasetRef);
    if (metadata.uid === without || isChildOf(model, without) || !countsAgainstLimits(model, dataset)) continue;
    const count = counts.get(spec.owner) ?? zeroCounts();
    count.all++;
    if (isApiEnabled(model)) count.enabled[dataset.spec.productType]++;
    counts.set(spec.owner, count);
  }
  return (userId) => counts.get(userId) ?? zeroCounts();
}
