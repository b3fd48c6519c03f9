/**
 * Objects of uploads that nobody finished: a process that is killed between storing the bytes and writing the dataset
 * leaves them behind. A document says that an upload is in flight; an object with neither that nor a dataset is one.
 */
import { randomBytes } from "node:crypto";
import { COLLECTIONS } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

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
    complete: () => releaseDocument(deps, COLLECTIONS.uploads, id),
  };
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
