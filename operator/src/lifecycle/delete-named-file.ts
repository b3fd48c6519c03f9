import { FILE_KINDS, namedFile, type ObjectStore, type Resource } from "@agatha/contracts";
import type { Listers } from "../runtime/watch.js";

type FileKind = (typeof FILE_KINDS)[number];

export interface NamedFileDeps {
  objects: Pick<ObjectStore, "delete">;
  listers: Pick<Listers, FileKind>;
}

/** Deletes the file that a deleted object's spec names, unless an object that stays names it too. */
export async function deleteNamedFile<K extends FileKind>({ objects, listers }: NamedFileDeps, deleted: Resource<K>): Promise<void> {
  const key = namedFile(deleted);
  if (key === undefined) return;
  const isNeeded = FILE_KINDS.some((kind) => {
    const others: readonly Resource<FileKind>[] = listers[kind].list();
    return others.some((other) => other.metadata.deletionTimestamp === undefined && namedFile(other) === key);
  });
  if (!isNeeded) await objects.delete(key);
}
