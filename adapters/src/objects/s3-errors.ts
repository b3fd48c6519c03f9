import { isConnectionError } from "../connection-error.js";

/** Of a server that is there and cannot work now; the ones with an X are MinIO's own (its cmd/api-errors.go). */
const UNAVAILABLE_CODES = [
  "InternalError",
  "RequestTimeout",
  "ServiceUnavailable",
  "ServerBusy",
  "SlowDown",
  "SlowDownRead",
  "SlowDownWrite",
  "XMinioServerNotInitialized",
  "XMinioBackendDown",
  "XMinioStorageFull",
];

/** What the client says of 408, 429, 500, 502, 503 and 504, whose bodies it does not read. */
const RETRYABLE_STATUS_MESSAGE = "Retryable HTTP status";

export function isUnavailable(error: unknown): boolean {
  if (isConnectionError(error) || hasCode(error, ...UNAVAILABLE_CODES)) return true;
  return error instanceof Error && error.message.includes(RETRYABLE_STATUS_MESSAGE);
}

export function isNotFoundError(error: unknown): boolean {
  return hasCode(error, "NoSuchKey", "NotFound");
}

/** The condition of a request does not hold. */
export function isPreconditionFailed(error: unknown): boolean {
  return hasCode(error, "PreconditionFailed", "ConditionalRequestConflict");
}

/** The server does not know conditions. */
export function isNotImplemented(error: unknown): boolean {
  return hasCode(error, "NotImplemented");
}

/** Another replica has made the bucket. */
export function isBucketExistsError(error: unknown): boolean {
  return hasCode(error, "BucketAlreadyOwnedByYou", "BucketAlreadyExists");
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String(errorCode(error)));
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
