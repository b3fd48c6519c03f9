import type { Resource } from "@agatha/contracts";

/** Returns the distinct names of a model's algorithms, from the first layer on. */
export function algorithmsOf({ spec }: Resource<"Model">): string[] {
  return [...new Set(spec.layers.flatMap(({ nodes }) => nodes.map(({ algorithm }) => algorithm)))];
}
