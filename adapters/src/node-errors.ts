/** Codes of Node's sockets and resolver: the server is unreachable, or the connection broke. */
const CONNECTION_ERROR_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "ERR_STREAM_PREMATURE_CLOSE",
];

/** Returns true if a server could not be reached or the connection to it broke. */
export function isConnectionError(error: unknown): boolean {
  return hasErrorCode(error, ...CONNECTION_ERROR_CODES);
}

/** Returns true if the error has one of the codes, as errors of Node.js and of servers do. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
