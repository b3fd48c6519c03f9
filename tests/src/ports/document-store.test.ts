import { createLmdbDocumentStore } from "@agatha/adapters";
import { describeDocumentStore } from "./document-store-suite.js";
import { scratch } from "./scratch.js";

describeDocumentStore("LMDB", async () => {
  const { path, remove } = await scratch();
  return { open: async (clock) => createLmdbDocumentStore({ directory: path, clock }), remove };
});
