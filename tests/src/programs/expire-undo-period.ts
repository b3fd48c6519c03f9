import { DELETED_AT_ANNOTATION, KIND_NAMES, RESTORE_WINDOW_MS, type ResourceStore } from "@agatha/contracts";

/** Changes every object that people deleted as if the time to undo the deletion had passed. */
export async function expireUndoPeriod(resources: ResourceStore): Promise<void> {
  for (const kind of KIND_NAMES) {
    for (const resource of (await resources.list(kind)).items) {
      const { metadata } = resource;
      const at = metadata.annotations?.[DELETED_AT_ANNOTATION];
      if (at === undefined) continue;
      const annotations = { ...metadata.annotations, [DELETED_AT_ANNOTATION]: new Date(Date.parse(at) - RESTORE_WINDOW_MS).toISOString() };
      await resources.update(kind, { ...resource, metadata: { ...metadata, annotations } } as typeof resource);
    }
  }
}
