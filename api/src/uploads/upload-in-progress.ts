/**
 * Uploads in progress. Each has a record from before its bytes are stored until a resource names them. A process that is killed
 * in between leaves an object with neither a record nor a resource, which the sweeper deletes.
 */
import { randomBytes } from "node:crypto";
import { COLLECTIONS, FILE_KINDS, type NameReservation, type NewDocument, namedFile, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

/** Longer than any upload may take. */
const UPLOAD_LIFETIME_MS = 2 * 3_600_000;
const SWEEP_INTERVAL_MS = 3_600_000;
const KEY_PREFIX = "uploads/";

type SweepDeps = Pick<ApiDeps, "objects" | "documents" | "resources">;

interface UploadInProgress {
  key: string;
  /**
   * Ends the upload after the dataset that names the object is written, or the object is deleted. Never throws; otherwise the
   * mark expires.
   */
  complete(): Promise<void>;
}

/** Returns a key for the bytes of a new upload. */
export async function beginUpload(deps: Pick<ApiDeps, "documents" | "clock" | "logger">, owner: string): Promise<UploadInProgress> {
  const id = randomBytes(16).toString("hex");
  const record = { id, owner, expiresAt: new Date(deps.clock.now() + UPLOAD_LIFETIME_MS).toISOString() };
  await deps.documents.collection(COLLECTIONS.uploadsInProgress).insert(record);
  await deps.documents.collection(COLLECTIONS.nameReservations).insert(legacyRecord(record));
  return {
    key: `${KEY_PREFIX}${id}/source`,
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
 * name with a space, which no dataset can have. They delete the bytes of an upload without a record there. Remove this, and the
 * second lookup in isInProgress, one release after 0.1.0.
 */
const legacyRecord = (record: { id: string; owner: string; expiresAt: string }): NewDocument<NameReservation> => ({
  ...record,
  name: `upload ${record.id}`,
  size: 0,
  productType: "",
});

async function isInProgress({ documents }: Pick<ApiDeps, "documents">, id: string): Promise<boolean> {
  const record =
    (await documents.collection(COLLECTIONS.uploadsInProgress).get(id)) ??
    (await documents.collection(COLLECTIONS.nameReservations).get(id));
  return record !== undefined;
}

/** Deletes the objects of uploads that a crash interrupted, and returns their number. */
export async function deleteOrphanedUploads(deps: SweepDeps): Promise<number> {
  const candidates = new Set<string>();
  for await (const { key } of deps.objects.list(KEY_PREFIX)) {
    const [, id = ""] = key.split("/");
    if (!(await isInProgress(deps, id))) candidates.add(key);
  }
  if (candidates.size === 0) return 0;
  // Listed afterwards, because a dataset is written before the record of its upload is deleted.
  for (const kind of FILE_KINDS) {
    const { items }: { items: Resource<typeof kind>[] } = await deps.resources.list(kind);
    for (const key of items.map(namedFile)) if (key) candidates.delete(key);
  }
  for (const key of candidates) await deps.objects.delete(key);
  return candidates.size;
}

/** Sweeps now and every hour. Returns the function that stops this, which waits for a running sweep. */
export function startUploadSweeper(deps: SweepDeps & Pick<ApiDeps, "logger">): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    try {
      const swept = await deleteOrphanedUploads(deps);
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
