/** What a stream to a response fails with when whoever asked has left before the answer was whole: nobody's fault, and nobody to tell. */
export const isClientDisconnect = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
