import { join } from "node:path";

/** Returns the paths in the data folder of an installation on one machine. */
export function dataFolders(data: string) {
  return {
    resources: join(data, "resources"),
    documents: join(data, "documents"),
    objects: join(data, "objects"),
    /** Temporary files, in one folder per user of it; emptied at the start. */
    scratch: join(data, "scratch"),
  };
}
