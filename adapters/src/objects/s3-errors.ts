import { hasErrorCode, isConnectionError } from "../node-errors.js";

/** Codes of a server that is temporarily unable to work; those with an X are MinIO's own (its cmd/api-errors.go). */
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
];

/** The client's message for 408, 429, 500, 502, 503 and 504, whose bodies it does not read. */
const RETRYABLE_STATUS_MESSAGE = "Retryable HTTP status";

/** Returns true if the store cannot be reached or cannot answer now, so that a retry may help. */
export function isUnavailable(error: unknown): boolean {
  if (isConnectionError(error) || hasErrorCode(error, ...UNAVAILABLE_CODES)) return true;
  return error instanceof Error && error.message.includes(RETRYABLE_STATUS_MESSAGE);
}

/** Returns true if the store has no such object. */
export function isNotFoundError(error: unknown): boolean {
  return hasErrorCode(error, "NoSuchKey", "NotFound");
}

/** Returns true if the credentials do not allow the request. */
export function isAccessDenied(error: unknown): boolean {
  return hasErrorCode(error, "AccessDenied");
}

/** Returns true if the request's condition did not hold. */
export function isPreconditionFailed(error: unknown): boolean {
  return hasErrorCode(error, "PreconditionFailed", "ConditionalRequestConflict");
}

/** Returns true if the server does not support conditions. */
export function isNotImplemented(error: unknown): boolean {
  return hasErrorCode(error, "NotImplemented");
}

/** Returns true if the bucket exists, as when another replica has created it. */
export function isBucketExistsError(error: unknown): boolean {
  return hasErrorCode(error, "BucketAlreadyOwnedByYou", "BucketAlreadyExists");
}
