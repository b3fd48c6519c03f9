import { setImmediate } from "node:timers/promises";

/** Time after which other work of the event loop has its turn. */
const SLICE_MS = 5;

/**
 * Reads the values under many keys without holding the event loop. A value is read as it is then; keys that are gone by then are left
 * out.
 */
export async function readInSlices<K, V>(keys: Iterable<K>, read: (key: K) => V | undefined): Promise<V[]> {
  const values: V[] = [];
  let begun = performance.now();
  for (const key of keys) {
    const value = read(key);
    if (value !== undefined) values.push(value);
    if (performance.now() - begun < SLICE_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  return values;
}
