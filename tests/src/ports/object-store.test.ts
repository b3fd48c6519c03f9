import { chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { createDirectoryObjectStore } from "@agatha/adapters";
import { objectFiles } from "./object-files.js";
import { describeObjectStore } from "./object-store-conformance.js";
import { createTemporaryFolder } from "./temporary-folder.js";

describeObjectStore("directory", async () => {
  const { path, remove } = await createTemporaryFolder();
  return {
    open: async () => createDirectoryObjectStore({ directory: path }),
    remove,
    async tamper(key, change) {
      const { record, bytes } = objectFiles(path, key);
      for (const file of [record, bytes]) await chmod(file, 0o600);
      if ("bytes" in change) return await writeFile(bytes, change.bytes(await readFile(bytes)));
      const other = objectFiles(path, change.objectOf);
      await copyFile(other.record, record);
      await copyFile(other.bytes, bytes);
    },
  };
});
