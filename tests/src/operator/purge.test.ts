import { createLmdbResourceStore } from "@agatha/adapters";
import { Conflict, DELETED_AT_ANNOTATION, FINALIZER, RESTORE_WINDOW_MS, withoutDeletedAnnotation } from "@agatha/contracts";
import { reconcileUntilPurged } from "@agatha/operator/lifecycle/purge";
import { newDataset } from "../ports/resource-store/samples.js";
import { createTemporaryFolder } from "../ports/temporary-folder.js";

test("what was restored since the operator saw it is not deleted", async () => {
  const { path, remove } = await createTemporaryFolder();
  const store = createLmdbResourceStore({ directory: path });
  try {
    const clock = { now: () => Date.now() };
    const at = new Date(clock.now() - RESTORE_WINDOW_MS).toISOString();
    const seen = await store.create("Dataset", newDataset("d", { finalizers: [FINALIZER], annotations: { [DELETED_AT_ANNOTATION]: at } }));
    await store.update("Dataset", { ...seen, metadata: { ...seen.metadata, annotations: withoutDeletedAnnotation(seen.metadata) } });
    const purging = reconcileUntilPurged({ resources: store, timers: clock }, seen, async () => ({}));
    await expect(purging).rejects.toThrow(Conflict);
    expect((await store.get("Dataset", "d"))?.metadata.deletionTimestamp).toBeUndefined();
  } finally {
    await store.close();
    await remove();
  }
});
