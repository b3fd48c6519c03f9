import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkStore, isSound, repairStore, type StoreCheck } from "@agatha/adapters/lmdb/check-store";
import { embeddedStores } from "./embedded-stores.js";
import { assertKnownFormat, migrateDataFolder } from "./format.js";
import { RESTORED_FILES, RESTORING } from "./not-data.js";
import {
  addNamedObjects,
  createNamedObjects,
  listObjectKeys,
  missingObjects,
  moveObjects,
  type NamedObjects,
  orphanObjects,
  tidyObjects,
} from "./objects.js";

/**
 * Makes a data folder ready for the server: brings it to the present format, sets damaged records aside and names objects that
 * are missing. The caller has the folder's lock. Returns what it did and found, in words for users.
 */
export async function openDataFolder(data: string, now: Date): Promise<string[]> {
  if (existsSync(join(data, RESTORING))) {
    throw new Error(`A restore into ${data} was interrupted. Repeat it: npx agatha restore FOLDER --replace`);
  }
  assertKnownFormat(data);
  rmSync(join(data, RESTORED_FILES), { recursive: true, force: true });
  const did = await migrateDataFolder(data);
  tidyObjects(data);
  const { messages, named } = await repairStores(data, now);
  const missing = missingObjects(named, listObjectKeys(data));
  return [
    ...did,
    ...messages,
    ...missing.map(({ key, owner }) => `The object ${key} of the ${owner} is missing. Restore it from a backup`),
  ];
}

/** Checks the embedded stores, and repairs those that are damaged. The files as they were stay in a folder in `quarantine`. */
export async function repairStores(data: string, now: Date): Promise<{ messages: string[]; named: NamedObjects }> {
  const named = createNamedObjects();
  const quarantine = join(data, "quarantine", now.toISOString().replaceAll(":", "-"));
  const messages: string[] = [];
  for (const folder of embeddedStores(data)) {
    const check = checkStore(folder, (records) => addNamedObjects(named, records));
    if (isSound(check)) continue;
    mkdirSync(quarantine, { recursive: true, mode: 0o700 });
    await repairStore(folder, check, quarantine);
    messages.push(...repairMessages(check, quarantine));
    if (folder.store.name !== "resources" || check.lost.length === 0) continue;
    const orphans = orphanObjects(named, listObjectKeys(data));
    moveObjects(data, orphans, quarantine);
    if (orphans.length > 0) messages.push(`${orphans.length} objects that no resource names any more are in ${quarantine} too`);
  }
  return { messages, named };
}

function repairMessages({ store, damage, lost, restored }: StoreCheck, quarantine: string): string[] {
  return [
    `The store of ${store} was damaged (${damage[0] ?? "records are missing"}). It was written again from its sound records; the file as it was is in ${quarantine}`,
    ...restored.map((name) => `The record ${name} was damaged and is restored from its last change`),
    ...lost.map((name) => `The record ${name} is lost. Restore a backup to have it again`),
  ];
}
