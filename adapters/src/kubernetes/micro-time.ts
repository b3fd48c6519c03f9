/** Returns the meta/v1 MicroTime of milliseconds since the epoch. */
export function microTime(ms = Date.now()): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
