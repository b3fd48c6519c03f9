/** Default error handler of background work, for callers of a factory that pass none. */
export function emitWarning(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
