/** Where errors of background work go when the caller of a factory names no other place. */
export function emitWarning(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
