import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { errorReason } from "@agatha/contracts";
import { embeddedStores } from "./embedded-stores.js";

/** Least room for new stores. They map files to memory: where there is none, the system ends the process at the first write. */
const MIN_BYTES = 1024 * 1024;

/** Makes the data folder if it is not there. Throws with a message for users if nothing can be stored in it. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(folder, errorReason(error));
  }
  const { bavail, bsize } = statfsSync(folder);
  const hasStores = embeddedStores(folder).some(({ directory }) => existsSync(directory));
  if (!hasStores && bavail * bsize < MIN_BYTES) throw unusable(folder, "the disk is full");
}

function unusable(folder: string, reason: string): Error {
  return new Error(`The data folder ${folder} cannot be used: ${reason}. Mend that, or name another folder with AGATHA_DATA.`);
}
