import { createLmdbDocumentStore } from "@agatha/adapters";
import { describeDocumentStoreConformance } from "./document-store-conformance.js";
import { createTemporaryFolder } from "./temporary-folder.js";

describeDocumentStoreConformance("LMDB", async () => {
  const { path, remove } = await createTemporaryFolder();
  return { open: async (clock) => createLmdbDocumentStore({ directory: path, clock }), remove };
});
