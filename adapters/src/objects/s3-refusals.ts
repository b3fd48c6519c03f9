import { type ObjectKey, ObjectRefused } from "@agatha/contracts";
import type { Client } from "minio";
import { credentialsProblem, hasNoErrorCode, isAccessDenied } from "./s3-errors.js";

interface S3RefusalOptions {
  client: Client;
  endpoint: string;
  bucket: string;
}

/** Request for the same as a HEAD. */
interface EquivalentGet {
  objectName?: ObjectKey;
  query?: string;
  headers?: Record<string, string>;
}

/** Returns functions that turn S3's refusal of a HEAD into an error with its cause. They return other errors unchanged. */
export function createS3Refusals({ client, endpoint, bucket }: S3RefusalOptions) {
  function credentialsError(error: unknown): Error | undefined {
    const problem = credentialsProblem(error);
    if (problem === undefined) return undefined;
    return new CredentialsRefused(`The object store at ${endpoint} does not accept the credentials: ${problem}`, { cause: error });
  }

  /** Returns an error if the credentials are wrong. The answer to a HEAD does not say so, as it has no body. The answer to a GET does. */
  async function wrongCredentials(error: unknown, get: EquivalentGet): Promise<Error | undefined> {
    if (!isAccessDenied(error) && !hasNoErrorCode(error)) return credentialsError(error);
    try {
      const answer = await client.makeRequestAsync({ method: "GET", bucketName: bucket, ...get }, "", [200, 206]);
      answer.destroy();
      return undefined;
    } catch (refusal) {
      return credentialsError(refusal);
    }
  }

  return {
    async ofObject(key: ObjectKey, error: unknown): Promise<unknown> {
      const wrong = await wrongCredentials(error, { objectName: key, headers: { range: "bytes=0-0" } });
      return wrong ?? (isAccessDenied(error) ? new ObjectRefused(`s3://${bucket}/${key}`, { cause: error }) : error);
    },

    async ofBucket(error: unknown): Promise<unknown> {
      const wrong = await wrongCredentials(error, { query: "list-type=2&max-keys=1" });
      return wrong ?? (isAccessDenied(error) ? new BucketRefused(endpoint, bucket, { cause: error }) : error);
    },
  };
}

/** The store does not accept the credentials, whatever is asked for. */
export class CredentialsRefused extends Error {
  override name = "CredentialsRefused";
}

/** The credentials are right, but may not reach the bucket itself. */
export class BucketRefused extends Error {
  override name = "BucketRefused";
  constructor(endpoint: string, bucket: string, options?: ErrorOptions) {
    super(
      `The object store at ${endpoint} accepts the credentials, but does not let them list the bucket ${bucket}. Allow s3:ListBucket on ` +
        "the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects",
      options,
    );
  }
}
