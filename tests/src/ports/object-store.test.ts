import { createDirectoryObjectStore } from "@agatha/adapters";
import { describeObjectStore } from "./object-store-conformance.js";
import { createTemporaryFolder } from "./temporary-folder.js";

describeObjectStore("directory", async () => {
  const { path, remove } = await createTemporaryFolder();
  return { open: async () => createDirectoryObjectStore({ directory: path }), remove };
});
