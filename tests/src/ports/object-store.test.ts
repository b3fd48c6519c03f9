import { createDirectoryObjectStore } from "@agatha/adapters";
import { describeObjectStore } from "./object-store-suite.js";
import { scratch } from "./scratch.js";

describeObjectStore("directory", async () => {
  const { path, remove } = await scratch();
  return { open: async () => createDirectoryObjectStore({ directory: path }), remove };
});
