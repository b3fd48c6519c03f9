import { join } from "node:path";

/** Where everything lies in the data folder of an installation on one machine. */
export function dataFolders(data: string) {
  return {
    resources: join(data, "resources"),
    documents: join(data, "documents"),
    objects: join(data, "objects"),
    /** Temporary files, a folder for each user of it; emptied at the start. */
    scratch: join(data, "scratch"),
  };
}
