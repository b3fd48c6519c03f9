import { errorReason, type ObjectKey, Unavailable } from "@agatha/contracts";
import { AssumeRoleProvider } from "minio/dist/esm/AssumeRoleProvider.mjs";
import { withTimeout } from "../with-timeout.js";

interface S3SessionOptions {
  /** Address of the security token service; MinIO's is that of its S3. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Role to assume, where the service needs one (Amazon). */
  roleArn?: string | undefined;
}

/** Rights of a holder of credentials: reads some objects, and reads, writes, lists and deletes below a prefix. */
interface ObjectAccess {
  reads: readonly ObjectKey[];
  prefix: string;
  seconds: number;
}

interface S3SessionCredentials {
  accessKey: string;
  secretKey: string;
  sessionToken: string;
}

const TIMEOUT_MS = 15_000;
/** Longest policy of a session (AWS STS API reference, AssumeRole; MinIO has the same limit). */
const MAX_POLICY_LENGTH = 2048;
/** Longest session: of MinIO, and of a role (AWS STS API reference, AssumeRole). */
const MAX_SECONDS = { session: 7 * 86_400, role: 12 * 3600 };

/** Returns a function that makes credentials of a session, which end by themselves. It throws Unavailable. */
export function createS3SessionCredentials(options: S3SessionOptions): (access: ObjectAccess) => Promise<S3SessionCredentials> {
  const { endpoint, region, bucket, accessKey, secretKey, roleArn } = options;
  return async ({ seconds, ...access }) => {
    const provider = new AssumeRoleProvider({
      stsEndpoint: endpoint,
      region,
      accessKey,
      secretKey,
      durationSeconds: Math.min(seconds, roleArn === undefined ? MAX_SECONDS.session : MAX_SECONDS.role),
      policy: sessionPolicy(bucket, access),
      ...(roleArn !== undefined && { roleArn, roleSessionName: "agatha-trainer" }),
    });
    try {
      const credentials = await withTimeout(TIMEOUT_MS, provider.getCredentials(), () => new Error(`no answer within ${TIMEOUT_MS} ms`));
      return {
        accessKey: credentials.getAccessKey(),
        secretKey: credentials.getSecretKey(),
        sessionToken: credentials.getSessionToken() ?? "",
      };
    } catch (error) {
      throw new Unavailable(`The object store at ${endpoint} gave no credentials for a job: ${errorReason(error)}`, { cause: error });
    }
  };
}

/** Returns the policy. Keys that make it too long are widened, first to their owners (`models/UID/*`), then to their kinds (`models/*`). */
export function sessionPolicy(bucket: string, { reads, prefix }: Pick<ObjectAccess, "reads" | "prefix">): string {
  const widened = (segments: number) => [...new Set(reads.map((key) => `${key.split("/").slice(0, segments).join("/")}/*`))];
  const candidates = [[...reads], widened(2), widened(1)].map((readable) => policyText(bucket, readable, prefix));
  return candidates.find((text) => text.length <= MAX_POLICY_LENGTH) ?? candidates.at(-1)!;
}

function policyText(bucket: string, reads: readonly string[], prefix: string): string {
  const arn = (path: string) => `arn:aws:s3:::${bucket}/${path}`;
  const own = arn(`${prefix}/*`);
  const list = {
    Effect: "Allow",
    Action: "s3:ListBucket",
    Resource: `arn:aws:s3:::${bucket}`,
    Condition: { StringLike: { "s3:prefix": `${prefix}/*` } },
  };
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      { Effect: "Allow", Action: "s3:GetObject", Resource: [...reads.map(arn), own] },
      { Effect: "Allow", Action: ["s3:PutObject", "s3:DeleteObject"], Resource: own },
      list,
    ],
  });
}
