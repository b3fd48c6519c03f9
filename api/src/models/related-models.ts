/** Models of one origin: each repeats the recipe of another. */
import type { Resource } from "@agatha/contracts";

type Model = Resource<"Model">;
type Origin = Pick<Model, "metadata"> & { spec: Pick<Model["spec"], "datasetRef" | "cloneOf"> };

/** Returns the names of the dataset's models, and of all models that one of them repeats or that repeat one of them, over any steps. */
export function relatedModels(models: readonly Origin[], dataset: string): Set<string> {
  const neighbours = new Map<string, string[]>(models.map(({ metadata }) => [metadata.name, []]));
  for (const { metadata, spec } of models) {
    const origin = spec.cloneOf?.model;
    if (origin === undefined) continue;
    neighbours.get(metadata.name)?.push(origin);
    neighbours.get(origin)?.push(metadata.name);
  }
  const found = new Set(models.filter(({ spec }) => spec.datasetRef === dataset).map(({ metadata }) => metadata.name));
  // A set is walked in the order of insertion, with what is added meanwhile.
  for (const name of found) for (const other of neighbours.get(name) ?? []) found.add(other);
  return found;
}
