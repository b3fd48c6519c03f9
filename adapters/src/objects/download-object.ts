import { open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AlreadyExists } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";

/** Writes what `read` returns to a new file. Throws AlreadyExists if there is one at `path`. After another error there is none. */
export async function downloadObject(path: string, read: () => Promise<Readable>): Promise<void> {
  const file = await open(path, "wx").catch((error: unknown) => {
    throw hasErrorCode(error, "EEXIST") ? new AlreadyExists(`There is a file ${path} already`) : error;
  });
  try {
    await pipeline(await read(), file.createWriteStream());
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
