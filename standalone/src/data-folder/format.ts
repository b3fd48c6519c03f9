import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkStore, keepStore, rebuildStore } from "@agatha/adapters/lmdb/check-store";
import { decodeRecord } from "@agatha/adapters/lmdb/record-checksum";
import { migrateObjects } from "@agatha/adapters/objects/earlier-objects";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { embeddedStores } from "./embedded-stores.js";

/**
 * Format of the data folder that this version writes. Format 1 had records without checksums, and no file with its number. Format 2
 * had the digests of an object in the file of its bytes. A change that older versions cannot read takes the next number and a step
 * in `migrateDataFolder`.
 */
export const FORMAT = 3;
/** The number is in the name of an empty file: no flipped bit in a file can change it. */
const FILE_NAME = /^format-(\d+)$/;

/** Returns the format of a data folder, or undefined for an empty one. */
export function readFormat(data: string): number | undefined {
  const numbers = readdirSync(data).flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []);
  if (numbers.length > 0) return Math.max(...numbers.map(Number));
  return embeddedStores(data).some(({ directory }) => existsSync(directory)) ? 1 : undefined;
}

/** Throws with a message for users if a newer version wrote the folder. */
export function assertKnownFormat(data: string): void {
  const format = readFormat(data) ?? FORMAT;
  if (format <= FORMAT) return;
  throw new Error(
    `A newer version of Agatha wrote the data folder ${data}: it has format ${format}, and this version reads formats up to ${FORMAT}. ` +
      "Start that version again, or restore a backup from before: npx agatha restore FOLDER",
  );
}

/** Brings an older data folder to the present format. After a crash the next start repeats it. Returns what it did, in words for users. */
export async function migrateDataFolder(data: string): Promise<string[]> {
  const format = readFormat(data);
  if (format === FORMAT) return [];
  const did = format === 1 ? await addChecksums(data) : [];
  if (format !== undefined) {
    migrateObjects(dataFolders(data).objects);
    did.push(`The data folder has format ${FORMAT} now`);
  }
  writeFileSync(join(data, `format-${FORMAT}`), "", { flush: true });
  return did;
}

/** Writes the stores of format 1 again with checksums, after copying them to `before-format-2`. */
async function addChecksums(data: string): Promise<string[]> {
  const copy = join(data, "before-format-2");
  const did = [`Each record has a checksum now. The stores as they were before are in ${copy}`];
  for (const store of embeddedStores(data)) {
    if (!existsSync(join(store.directory, "data.mdb"))) continue;
    const earlier = { ...store, decode: decodeWithoutChecksum };
    const { lost } = checkStore(earlier);
    keepStore(earlier, copy);
    await rebuildStore(earlier);
    for (const name of lost) did.push(`The record ${name} of the ${store.store.name} cannot be read and was left out`);
  }
  return did;
}

/** Decodes records of format 1, and of format 2 too, since a crash may have interrupted the migration. */
function decodeWithoutChecksum(table: string, key: string, text: string): string | undefined {
  const json = decodeRecord(table, key, text);
  if (json !== undefined) return json;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
