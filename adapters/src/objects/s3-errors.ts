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

/** Returns true if the credentials do not allow the request. After a HEAD they may also be wrong. */
export function isAccessDenied(error: unknown): boolean {
  return hasErrorCode(error, "AccessDenied");
}

/**
 * Returns true if the answer had neither a body nor a status whose meaning is known, as Amazon S3's to a HEAD with an old session
 * (400).
 */
export function hasNoErrorCode(error: unknown): boolean {
  return hasErrorCode(error, "");
}

/**
 * Codes of a request that is refused before any right is looked at (Amazon S3 API reference, Error responses; InvalidTokenId is
 * MinIO's).
 */
const CREDENTIALS_PROBLEMS = {
  InvalidAccessKeyId: "it does not know the access key (InvalidAccessKeyId)",
  SignatureDoesNotMatch: "the secret key is not that of the access key (SignatureDoesNotMatch)",
  InvalidToken: "it does not know the session token (InvalidToken)",
  InvalidTokenId: "it does not know the session token (InvalidTokenId)",
  ExpiredToken: "their session has ended (ExpiredToken)",
  RequestTimeTooSkewed: "its clock and that of this program differ too much (RequestTimeTooSkewed)",
} as const;

/** Returns what is wrong with the credentials, or undefined if the error is about something else. */
export function credentialsProblem(error: unknown): string | undefined {
  return Object.entries(CREDENTIALS_PROBLEMS).find(([code]) => hasErrorCode(error, code))?.[1];
}

/** Returns true if the clocks of the store and of this program differ too much, whatever the credentials. */
export function isClockSkew(error: unknown): boolean {
  return hasErrorCode(error, "RequestTimeTooSkewed");
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
