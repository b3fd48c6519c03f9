/**
 * Objects of uploads that nobody finished: a process that is killed between storing the bytes and writing the dataset
 * leaves them behind. A document says that an upload is in flight; an object with neither that nor a dataset is one.
 */
import { randomBytes } from "node:crypto";
import { COLLECTIONS } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** How often, and for how long, what the store kept is deleted again. */
const RETRY_INTERVAL_MS = 500;
const RETRY_FOR_MS = 60_000;
/** Longer than any upload may take. */
const UPLOAD_LIFETIME_MS = 2 * 3_600_000;
const SWEEP_INTERVAL_MS = 3_600_000;
const KEY_PREFIX = "uploads/";

type SweepDeps = Pick<ApiDeps, "objects" | "documents" | "resources">;

export interface UploadInProgress {
  key: string;
  /** To be called when the dataset that names the object is written, or the object is deleted. Never throws: it lapses else. */
  complete(): Promise<void>;
}

/** A key for the bytes of a new upload. */
export async function beginUpload(deps: Pick<ApiDeps, "documents" | "clock" | "logger">, owner: string): Promise<UploadInProgress> {
  const uploads = deps.documents.collection(COLLECTIONS.uploads);
  const id = randomBytes(16).toString("hex");
  const expiresAt = new Date(deps.clock.now() + UPLOAD_LIFETIME_MS).toISOString();
  // No dataset can have this name: it has blanks.
  await uploads.insert({ id, owner, name: `upload ${id}`, size: 0, productType: "", expiresAt });
  return {
    key: `${KEY_PREFIX}${id}/source`,
    complete: () => release(deps, id),
  };
}

/**
 * Deletes the mark of an upload, or a reservation of a name. What was done stays done, and what failed has failed for its own
 * reason: when the store is away by now that is for the log. It is deleted as soon as the store is back, so that whoever sends
 * the file again may give it the same name, and expires by itself if that takes longer.
 */
export async function release(deps: Pick<ApiDeps, "documents" | "logger">, id: string): Promise<void> {
  try {
    await deps.documents.collection(COLLECTIONS.uploads).delete(id);
  } catch (error) {
    deps.logger.warn({ err: error, upload: id }, "the mark of an upload is left until the store is back");
    retryRelease(deps, id, performance.now() + RETRY_FOR_MS);
  }
}

function retryRelease({ documents, logger }: Pick<ApiDeps, "documents" | "logger">, id: string, until: number): void {
  const again = async (): Promise<void> => {
    try {
      await documents.collection(COLLECTIONS.uploads).delete(id);
    } catch (error) {
      if (performance.now() < until) retryRelease({ documents, logger }, id, until);
      else logger.warn({ err: error, upload: id }, "the mark of an upload is left to expire");
    }
  };
  setTimeout(() => void again(), RETRY_INTERVAL_MS).unref();
}

/** Deletes the objects of uploads that were broken off by a crash; returns how many. */
export async function deleteOrphanedUploads(deps: SweepDeps): Promise<number> {
  const uploads = deps.documents.collection(COLLECTIONS.uploads);
  const candidates = new Set<string>();
  for await (const { key } of deps.objects.list(KEY_PREFIX)) {
    const [, id = ""] = key.split("/");
    if (!(await uploads.get(id))) candidates.add(key);
  }
  if (candidates.size === 0) return 0;
  // Listed after: a dataset is written before its upload has landed.
  for (const { spec } of (await deps.resources.list("Dataset")).items) if (spec.source.key) candidates.delete(spec.source.key);
  for (const { spec } of (await deps.resources.list("Evaluation")).items) if (spec.testData) candidates.delete(spec.testData.key);
  for (const key of candidates) await deps.objects.delete(key);
  return candidates.size;
}

/** Sweeps now and every hour; returns the way to stop, which waits for a sweep that is under way. */
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
