import { DamagedObject, type ObjectInfo } from "@agatha/contracts";
import type { StoredObject } from "./checked-bytes.js";

/** Returns what the object store tells of an object. */
export function infoOf({ key, record: { size, sha256 } }: Pick<StoredObject, "key" | "record">): ObjectInfo {
  return { key, size, sha256 };
}

/** Returns the info for a list, in which a damaged object has no digest and an unknown size. */
export async function infoOrDamaged(key: string, info: Promise<ObjectInfo | undefined>): Promise<ObjectInfo | undefined> {
  try {
    return await info;
  } catch (error) {
    if (error instanceof DamagedObject) return { key, size: 0, sha256: "" };
    throw error;
  }
}

/** Yields what `map` returns for each item, in order. `size` items are processed at once. */
export async function* mapInBatches<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let batch: Promise<R>[] = [];
  for await (const item of items) {
    batch.push(map(item));
    if (batch.length < size) continue;
    yield* await Promise.all(batch);
    batch = [];
  }
  yield* await Promise.all(batch);
}
