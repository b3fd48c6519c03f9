/**
 * Returns true for the error of a stream whose client disconnected before the end of the answer. It is not a fault, and nobody
 * can be told.
 */
export const isClientDisconnect = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
