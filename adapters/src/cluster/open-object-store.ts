import { join } from "node:path";
import { createS3ObjectStore, type S3ObjectStore } from "../objects/s3-object-store.js";
import type { ClusterVariables } from "./environment-variables.js";

type ObjectStoreVariables = Pick<ClusterVariables, Extract<keyof ClusterVariables, `AGATHA_S3_${string}`> | "AGATHA_SCRATCH">;

/** Opens a cluster's object store. `maxRetryMs` is the time for which operations are retried while it is unavailable. */
export function openObjectStore(variables: ObjectStoreVariables, { maxRetryMs }: { maxRetryMs?: number } = {}): S3ObjectStore {
  return createS3ObjectStore({
    endpoint: variables.AGATHA_S3_ENDPOINT,
    bucket: variables.AGATHA_S3_BUCKET,
    region: variables.AGATHA_S3_REGION,
    accessKey: variables.AGATHA_S3_ACCESS_KEY,
    secretKey: variables.AGATHA_S3_SECRET_KEY,
    sessionToken: variables.AGATHA_S3_SESSION_TOKEN,
    scratch: join(variables.AGATHA_SCRATCH, "agatha-objects"),
    ...(maxRetryMs !== undefined && { maxRetryMs }),
  });
}

/** Resolves when the bucket is there; makes it if it is missing. */
export async function ensureObjectStore(objects: S3ObjectStore): Promise<void> {
  await objects.ping().catch(() => objects.ensureBucket());
}
