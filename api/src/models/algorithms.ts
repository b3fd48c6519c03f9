import type { Resource } from "@agatha/contracts";

/** The names of a model's algorithms, each once, from the first layer on. */
export function algorithmsOf({ spec }: Resource<"Model">): string[] {
  return [...new Set(spec.layers.flatMap(({ nodes }) => nodes.map(({ algorithm }) => algorithm)))];
}
