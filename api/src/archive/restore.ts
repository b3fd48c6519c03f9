import { Readable } from "node:stream";
import type { Cipher } from "@agatha/contracts/api-access/cipher";
import { archiveEntry, type ByteReader } from "./format.js";
import { ALL_COLLECTIONS, type AnyDocument, type ArchiveCounts, PAGE_SIZE, type Stores } from "./save.js";

interface RestoreDeps extends Stores {
  /** Encrypts the tokens. */
  cipher: Cipher;
  /** New uid of each recreated object, by its old uid. */
  uids: ReadonlyMap<string, string>;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces the content of the stores with the archive's. Throws if the archive is damaged; then the stores must be restored again. */
export async function restoreStores(deps: RestoreDeps, input: ByteReader): Promise<ArchiveCounts> {
  const count = { documents: 0, objects: 0 };
  const remapUids = (text: string) => text.replaceAll(UUID, (uid) => deps.uids.get(uid) ?? uid);
  const collections = new Map(ALL_COLLECTIONS.map((definition) => [definition.name, deps.documents.collection(definition)]));
  let started = false;
  for (;;) {
    const line = await input.readLine();
    if (line === undefined) throw new Error("The archive is incomplete: its last line is missing");
    const next = archiveEntry.parse(JSON.parse(line));
    if ("archive" in next) {
      started = true;
      await clearStores(deps);
      continue;
    }
    if (!started) throw new Error("This is no archive of Agatha's stores");
    if ("end" in next) {
      if (next.end.documents !== count.documents || next.end.objects !== count.objects) throw new Error("The archive is incomplete");
      return count;
    }
    if ("document" in next) {
      const collection = collections.get(next.collection);
      if (!collection) throw new Error(`The archive has documents that this version does not know: ${next.collection}`);
      await collection.put(JSON.parse(remapUids(JSON.stringify(reencryptToken(deps, next.document)))) as AnyDocument);
      count.documents++;
    } else {
      const { key, size, sha256 } = next.object;
      await deps.objects.put(remapUids(key), Readable.from(input.readBytes(size)), { ...(sha256 !== "" && { sha256 }) });
      count.objects++;
    }
  }
}

/** Encrypts a token for the new uid of its object. */
function reencryptToken({ cipher, uids }: RestoreDeps, document: Record<string, unknown>): Record<string, unknown> {
  const { encrypted } = document;
  if (typeof encrypted !== "string") return document;
  const uid = Object.values(document).find((value): value is string => typeof value === "string" && uids.has(value));
  return uid === undefined ? document : { ...document, encrypted: cipher.seal(cipher.open(encrypted, uid), uids.get(uid)!) };
}

/** Throws if the object store holds objects: a restoration deletes them all, and somebody else may own some. */
export async function ensureNoObjects({ objects }: Pick<Stores, "objects">): Promise<void> {
  for await (const { key } of objects.list("")) {
    throw new Error(
      `The bucket holds objects, such as ${key}, and a restoration deletes all of them. If this installation alone uses the bucket, restore with --replace; else give it a bucket and a database of its own (s3.bucket, mongodb.database)`,
    );
  }
}

async function clearStores({ documents, objects }: Stores): Promise<void> {
  for (const definition of ALL_COLLECTIONS) {
    const collection = documents.collection(definition);
    let page: AnyDocument[];
    do {
      page = await collection.find({ limit: PAGE_SIZE });
      for (const { id } of page) await collection.delete(id);
    } while (page.length > 0);
  }
  for await (const { key } of objects.list("")) await objects.delete(key);
}
