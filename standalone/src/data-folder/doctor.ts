import { existsSync } from "node:fs";
import { createDirectoryObjectStore } from "@agatha/adapters";
import { checkStore, type StoreCheck } from "@agatha/adapters/lmdb/check-store";
import { errorReason } from "@agatha/contracts";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { embeddedStores } from "./embedded-stores.js";
import { tryFolderLock } from "./folder-lock.js";
import { assertKnownFormat, FORMAT, migrateDataFolder, readFormat } from "./format.js";
import {
  addNamedObjects,
  createNamedObjects,
  listObjectKeys,
  type MissingObject,
  missingObjects,
  orphanObjects,
  ownerOf,
} from "./objects.js";
import { repairStores } from "./open-data-folder.js";
import { withSnapshot } from "./snapshot-server.js";

/** Damaged and missing parts of a data folder. */
export interface DataFolderReport {
  /** Undefined for an empty folder. */
  format: number | undefined;
  stores: StoreCheck[];
  /** Objects that a resource names and that are not there. */
  missing: MissingObject[];
  /** Objects whose bytes are not those that were written. */
  damaged: { key: string; owner?: string; reason: string }[];
  /** Objects that belong to nothing. They harm nothing but take room. */
  orphans: string[];
  /** Changes that a repair made, in words. */
  repaired: string[];
}

/**
 * Checks all records and objects of a data folder, with the server running or not. `repair` does what can be done without a
 * backup, and needs the server stopped.
 */
export async function examineDataFolder(data: string, { repair = false, now = new Date() } = {}): Promise<DataFolderReport> {
  const format = existsSync(data) ? readFormat(data) : undefined;
  if (format === undefined) throw new Error(`There is no data folder ${data}. Name it with --data FOLDER or AGATHA_DATA`);
  assertKnownFormat(data);
  if (format < FORMAT && !repair) {
    throw new Error(
      `An older version of Agatha wrote the data folder ${data}: it has format ${format}, and this version checks format ${FORMAT}. ` +
        "Start Agatha on it once, or repeat this with --repair: either brings it to the present format",
    );
  }
  const unlock = tryFolderLock(data);
  try {
    if (!unlock && repair) throw new Error(`Agatha is running on ${data}. Stop it first: a repair needs the folder for itself`);
    if (!unlock) return await withSnapshot(data, examine);
    const repaired = repair ? [...(await migrateDataFolder(data)), ...(await repairStores(data, now)).messages] : [];
    return { ...(await examine(data)), repaired };
  } finally {
    unlock?.();
  }
}

/** Returns true if the stores are sound and no object is missing or damaged. Orphans do no harm. */
export function isHealthy({ stores, missing, damaged }: DataFolderReport): boolean {
  return (
    missing.length + damaged.length === 0 &&
    stores.every(({ damage, lost, restored }) => damage.length + lost.length + restored.length === 0)
  );
}

/** Checks all records and objects of a data folder that nobody changes meanwhile. */
export async function examine(data: string): Promise<DataFolderReport> {
  const named = createNamedObjects();
  const format = readFormat(data);
  const stores = embeddedStores(data).map((folder) => checkStore(folder, (records) => addNamedObjects(named, records)));
  const keys = listObjectKeys(data);
  const damaged = [];
  for (const { key, reason } of await damagedObjects(data, keys)) {
    const owner = ownerOf(named, key);
    damaged.push({ key, reason, ...(owner !== undefined && { owner }) });
  }
  return { format, stores, missing: missingObjects(named, keys), damaged, orphans: orphanObjects(named, keys), repaired: [] };
}

/** Number of objects that are read at the same time. */
const CONCURRENCY = 4;

async function damagedObjects(data: string, keys: string[]): Promise<{ key: string; reason: string }[]> {
  const objects = createDirectoryObjectStore({ directory: dataFolders(data).objects });
  const damaged: { key: string; reason: string }[] = [];
  const waiting = keys.values();
  async function verifyNext(): Promise<void> {
    for (const key of waiting) await objects.verify(key).catch((error: unknown) => damaged.push({ key, reason: errorReason(error) }));
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, verifyNext));
  return damaged.sort((a, b) => (a.key < b.key ? -1 : 1));
}
