import { chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDirectoryObjectStore } from "@agatha/adapters";
import { describeObjectStore } from "./object-store-conformance.js";
import { createTemporaryFolder } from "./temporary-folder.js";

describeObjectStore("directory", async () => {
  const { path, remove } = await createTemporaryFolder();
  const fileOf = (key: string) => join(path, "objects", key);
  return {
    open: async () => createDirectoryObjectStore({ directory: path }),
    remove,
    async tamper(key, change) {
      await chmod(fileOf(key), 0o600);
      if ("objectOf" in change) await copyFile(fileOf(change.objectOf), fileOf(key));
      else await writeFile(fileOf(key), change.bytes(await readFile(fileOf(key))));
    },
  };
});
