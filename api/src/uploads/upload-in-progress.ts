/**
 * Uploads in progress. Each has a record from before its bytes are stored until a resource names them or they are deleted. A
 * process that is killed in between leaves the record, by which the sweeper finds the file. It deletes no file without a record:
 * that may be another program's.
 */
import { randomBytes } from "node:crypto";
import {
  COLLECTIONS,
  FILE_KINDS,
  type NameReservation,
  type NewDocument,
  namedFile,
  type ResourceList,
  Unavailable,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

/** Longer than any upload may take. */
const UPLOAD_LIFETIME_MS = 2 * 3_600_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Returns the key of the upload's file. */
const keyOf = (id: string): string => `uploads/${id}/source`;

type SweepDeps = Pick<ApiDeps, "objects" | "documents" | "resources" | "clock" | "logger">;

interface UploadInProgress {
  key: string;
  /**
   * Ends the upload after the resource that names the object is written, or the object is deleted. Never throws; the sweeper
   * removes a record that is left.
   */
  complete(): Promise<void>;
}

/** Returns a key for the bytes of a new upload. */
export async function beginUpload(deps: Pick<ApiDeps, "documents" | "clock" | "logger">, owner: string): Promise<UploadInProgress> {
  const id = randomBytes(16).toString("hex");
  const now = deps.clock.now();
  await deps.documents.collection(COLLECTIONS.uploadsInProgress).insert({ id, owner, startedAt: new Date(now).toISOString() });
  const expiresAt = new Date(now + UPLOAD_LIFETIME_MS).toISOString();
  await deps.documents.collection(COLLECTIONS.nameReservations).insert(legacyRecord({ id, owner, expiresAt }));
  return {
    key: keyOf(id),
    async complete() {
      await Promise.all([
        releaseDocument(deps, COLLECTIONS.uploadsInProgress, id),
        releaseDocument(deps, COLLECTIONS.nameReservations, id),
      ]);
    },
  };
}

/**
 * For rolling upgrades: replicas from before uploadsInProgress keep the record of an upload among the name reservations, under a
 * name with a space, which no dataset can have. They delete the bytes of an upload without a record there. Remove this one release
 * after 0.1.0.
 */
const legacyRecord = (record: { id: string; owner: string; expiresAt: string }): NewDocument<NameReservation> => ({
  ...record,
  name: `upload ${record.id}`,
  size: 0,
  productType: "",
});

/** Deletes a file that no resource names. Never throws; returns false if the file could not be deleted. */
export async function deleteStoredFile({ objects, logger }: Pick<ApiDeps, "objects" | "logger">, key: string): Promise<boolean> {
  try {
    await objects.delete(key);
    return true;
  } catch (err) {
    logger.warn({ err, key }, "the file of an upload could not be deleted");
    return false;
  }
}

/**
 * Deletes the files of uploads that a crash interrupted, and returns their number. A file that cannot be deleted stays for the next
 * sweep. Throws unless all resources can be listed.
 */
export async function deleteAbandonedUploads(deps: SweepDeps): Promise<number> {
  const records = deps.documents.collection(COLLECTIONS.uploadsInProgress);
  const startedBefore = new Date(deps.clock.now() - UPLOAD_LIFETIME_MS).toISOString();
  await keepLegacyRecords(deps);
  const abandoned = (await records.find()).filter(({ startedAt }) => startedAt !== undefined && startedAt <= startedBefore);
  if (abandoned.length === 0) return 0;
  const named = await namedFiles(deps);
  let deleted = 0;
  for (const { id } of abandoned) {
    const isNamed = named.has(keyOf(id));
    if (!isNamed && !(await deleteStoredFile(deps, keyOf(id)))) continue;
    await records.delete(id);
    if (!isNamed) deleted++;
  }
  return deleted;
}

/**
 * Gives the records of earlier versions, which expire, their start instead, so that the files can be found. Remove this one release
 * after 0.1.0.
 */
async function keepLegacyRecords({ documents }: Pick<ApiDeps, "documents">): Promise<void> {
  const records = documents.collection(COLLECTIONS.uploadsInProgress);
  for (const { id, owner, startedAt, expiresAt } of await records.find()) {
    if (startedAt !== undefined || expiresAt === undefined) continue;
    await records.put({ id, owner, startedAt: new Date(Date.parse(expiresAt) - UPLOAD_LIFETIME_MS).toISOString() });
  }
}

/** Returns the keys of the files that resources name. Throws Unavailable if some resources cannot be listed. */
async function namedFiles({ resources }: Pick<ApiDeps, "resources">): Promise<Set<string>> {
  const named = new Set<string>();
  for (const kind of FILE_KINDS) {
    const { items, incomplete }: ResourceList<typeof kind> = await resources.list(kind);
    if (incomplete) throw new Unavailable(`Not every ${kind} can be listed: give the right to list them in all namespaces that are served`);
    for (const key of items.map(namedFile)) if (key !== undefined) named.add(key);
  }
  return named;
}

/** Sweeps now and every hour. Returns the function that stops this, which waits for a running sweep. */
export function startUploadSweeper(deps: SweepDeps & Pick<ApiDeps, "logger">): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    try {
      const swept = await deleteAbandonedUploads(deps);
      if (swept > 0) deps.logger.info({ swept }, "removed the files of uploads that were broken off");
    } catch (error) {
      deps.logger.warn({ err: error }, "uploads could not be swept");
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, SWEEP_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
