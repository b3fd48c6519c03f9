import type { Collection, CollectionDefinition, Document } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Replaces methods of one collection until the returned function is called. */
export function stubCollection<T extends Document>(
  { documents }: Pick<ApiDeps, "documents">,
  { name }: Pick<CollectionDefinition<T>, "name" | "document">,
  change: (found: Collection<T>) => Partial<Collection<T>>,
): () => void {
  const { collection } = documents;
  documents.collection = <D extends Document>(definition: CollectionDefinition<D>): Collection<D> => {
    const found = collection(definition);
    return definition.name === name ? Object.assign({ ...found }, change(found as unknown as Collection<T>)) : found;
  };
  return () => {
    documents.collection = collection;
  };
}
