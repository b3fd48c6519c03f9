/** Returns the value as stores return it: as plain JSON, without fields that are undefined. */
export function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
