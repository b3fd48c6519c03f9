import { DELETED_AT_ANNOTATION, RESTORE_WINDOW_MS, type ResourceStore } from "@agatha/contracts";

/** Changes every dataset and model that people deleted as if the time to undo the deletion had passed. */
export async function expireUndoPeriod(resources: ResourceStore): Promise<void> {
  for (const kind of ["Dataset", "Model"] as const) {
    for (const resource of (await resources.list(kind)).items) {
      const { metadata } = resource;
      const at = metadata.annotations?.[DELETED_AT_ANNOTATION];
      if (at === undefined) continue;
      const annotations = { ...metadata.annotations, [DELETED_AT_ANNOTATION]: new Date(Date.parse(at) - RESTORE_WINDOW_MS).toISOString() };
      await resources.update(kind, { ...resource, metadata: { ...metadata, annotations } } as typeof resource);
    }
  }
}
