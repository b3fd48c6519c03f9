import { errorReason, type ObjectKey, StoreRefusal, Unavailable } from "@agatha/contracts";
import { AssumeRoleProvider } from "minio/dist/esm/AssumeRoleProvider.mjs";
import { z } from "zod";
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

/** Session that every role allows. Roles allow no more unless their maximum is raised. */
const SHORTEST_ROLE_SECONDS = 3600;

/** Returns a function that makes credentials of a session, which end by themselves. It throws Unavailable, and StoreRefusal. */
export function createS3SessionCredentials(options: S3SessionOptions): (access: ObjectAccess) => Promise<S3SessionCredentials> {
  const { endpoint, region, bucket, accessKey, secretKey, roleArn } = options;

  async function ask(policy: string, durationSeconds: number): Promise<S3SessionCredentials> {
    const role = roleArn !== undefined && { roleArn, roleSessionName: "agatha-trainer" };
    const provider = new AssumeRoleProvider({ stsEndpoint: endpoint, region, accessKey, secretKey, durationSeconds, policy, ...role });
    const credentials = await withTimeout(TIMEOUT_MS, provider.getCredentials(), () => new Error(`no answer within ${TIMEOUT_MS} ms`));
    return {
      accessKey: credentials.getAccessKey(),
      secretKey: credentials.getSecretKey(),
      sessionToken: credentials.getSessionToken() ?? "",
    };
  }

  return async ({ seconds, ...access }) => {
    const policy = sessionPolicy(bucket, access, partitionOf(roleArn));
    const wanted = Math.min(seconds, roleArn === undefined ? MAX_SECONDS.session : MAX_SECONDS.role);
    try {
      return await ask(policy, wanted).catch((error: unknown) => {
        if (!isTooLong(error) || wanted <= SHORTEST_ROLE_SECONDS) throw error;
        return ask(policy, SHORTEST_ROLE_SECONDS);
      });
    } catch (error) {
      throw credentialsError(endpoint, error);
    }
  };
}

/** Error of a security token service (AWS STS API reference, Common errors). */
const errorAnswer = z.object({ ErrorResponse: z.object({ Error: z.object({ Code: z.string(), Message: z.coerce.string() }) }) });

/** Codes of a service that cannot work now (AWS STS API reference, Common errors; MinIO's cmd/sts-errors.go). */
const UNAVAILABLE_CODES = [
  "InternalError",
  "InternalFailure",
  "RequestLimitExceeded",
  "ServiceUnavailable",
  "STSNotInitialized",
  "Throttling",
  "ThrottlingException",
];

/** Returns the service's refusal, which the client keeps as the cause of a cause. */
function refusalOf(error: unknown): { Code: string; Message: string } | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined;
  const refusal = errorAnswer.safeParse(cause).data?.ErrorResponse.Error;
  return refusal && UNAVAILABLE_CODES.includes(refusal.Code) ? undefined : refusal;
}

/** Returns true if the role allows no session of this length. */
function isTooLong(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.Code === "ValidationError" && refusal.Message.includes("DurationSeconds");
}

function credentialsError(endpoint: string, cause: unknown): Unavailable {
  const refusal = refusalOf(cause);
  if (!refusal) {
    const message = `The security token service at ${endpoint} gave no credentials for a job: ${errorReason(cause)}`;
    return new Unavailable(message, { cause, service: "security token service" });
  }
  const { Code, Message } = refusal;
  // The words about a signature have the time, and the status of whatever waits must not change at each retry.
  const told = Code === "SignatureDoesNotMatch" ? Code : `${Code}: ${Message}`;
  return new StoreRefusal(`The security token service at ${endpoint} refuses credentials for a job (${told}). Ask the administrator.`, {
    cause,
  });
}

/** Returns the role's partition of Amazon's regions, such as China's (aws-cn), which the names of its buckets have too. */
const partitionOf = (roleArn = ""): string => /^arn:(aws[a-z-]*):/.exec(roleArn)?.[1] ?? "aws";

/** Returns the policy. Keys that make it too long are widened, first to their owners (`models/UID/*`), then to their kinds (`models/*`). */
export function sessionPolicy(bucket: string, { reads, prefix }: Pick<ObjectAccess, "reads" | "prefix">, partition = "aws"): string {
  const resource = `arn:${partition}:s3:::${bucket}`;
  const widened = (segments: number) => [...new Set(reads.map((key) => `${key.split("/").slice(0, segments).join("/")}/*`))];
  const candidates = [[...reads], widened(2), widened(1)].map((readable) => policyText(resource, readable, prefix));
  return candidates.find((text) => text.length <= MAX_POLICY_LENGTH) ?? candidates.at(-1)!;
}

/** `bucket` is the bucket's ARN. */
function policyText(bucket: string, reads: readonly string[], prefix: string): string {
  const arn = (path: string) => `${bucket}/${path}`;
  const own = arn(`${prefix}/*`);
  const list = {
    Effect: "Allow",
    Action: "s3:ListBucket",
    Resource: bucket,
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
