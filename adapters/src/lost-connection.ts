/** Of Node's sockets and resolver: the server was not reached, or the connection broke. */
const CODES = new Set([
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

export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES.has(String(error.code));
}
