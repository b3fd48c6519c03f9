import { DELETED_ANNOTATION, type ResourceStore, UNDO_MS } from "@agatha/contracts";

/** As if the time in which people can undo a deletion had passed for every dataset and model that they deleted. */
export async function letUndoPass(resources: ResourceStore): Promise<void> {
  for (const kind of ["Dataset", "Model"] as const) {
    for (const resource of (await resources.list(kind)).items) {
      const { metadata } = resource;
      const at = metadata.annotations?.[DELETED_ANNOTATION];
      if (at === undefined) continue;
      const annotations = { ...metadata.annotations, [DELETED_ANNOTATION]: new Date(Date.parse(at) - UNDO_MS).toISOString() };
      await resources.update(kind, { ...resource, metadata: { ...metadata, annotations } } as typeof resource);
    }
  }
}
