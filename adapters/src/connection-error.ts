/** Codes of Node's sockets and resolver: the server is unreachable, or the connection broke. */
const CONNECTION_ERROR_CODES = new Set([
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
]);

export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "code" in error && CONNECTION_ERROR_CODES.has(String(error.code));
}
