import { createLmdbResourceStore } from "@agatha/adapters";
import { describeResourceStoreConformance } from "./resource-store-conformance.js";
import { createTemporaryFolder } from "./temporary-folder.js";

describeResourceStoreConformance("LMDB", async () => {
  const { path, remove } = await createTemporaryFolder();
  return { open: async (eventsKept) => createLmdbResourceStore({ directory: path, eventsKept }), remove };
});
