import { createLmdbResourceStore } from "@agatha/adapters";
import { describeResourceStore } from "./resource-store-suite.js";
import { scratch } from "./scratch.js";

describeResourceStore("LMDB", async () => {
  const { path, remove } = await scratch();
  return { open: async (eventsKept) => createLmdbResourceStore({ directory: path, eventsKept }), remove };
});
