import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Returns the paths of an object's two files in the folder of a directory object store. */
export function objectFiles(directory: string, key: string): { record: string; bytes: string } {
  const record = join(directory, "objects", key);
  const name = readdirSync(dirname(record)).find((each) => each.startsWith(`${basename(key)}~`));
  if (name === undefined) throw new Error(`there are no bytes of ${key}`);
  return { record, bytes: join(dirname(record), name) };
}
