import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { DamagedObject, type ObjectKey } from "@agatha/contracts";
import type { ByteRange } from "./byte-range.js";
import { blockSizeOf, type ObjectRecord } from "./object-record.js";

/** An object as stored, not checked yet. */
export interface StoredObject {
  key: ObjectKey;
  record: ObjectRecord;
  /** Opens a range of the stored bytes. */
  open(range: ByteRange): AsyncIterable<Uint8Array>;
}

/**
 * Returns an object's bytes, or those of a range that begins within it. No byte is in the stream before its block is checked, and
 * the last block is not before the whole object is. Throws DamagedObject if the first block is damaged. A later one destroys the
 * stream with that error.
 */
export async function readChecked(stored: StoredObject, range?: ByteRange): Promise<Readable> {
  const { size, sha256, checksums } = stored.record;
  if (size === 0) return Readable.from([], { objectMode: false });
  const wanted = { start: range?.start ?? 0, end: Math.min(range?.end ?? size - 1, size - 1) };
  const check = checksums ? checkedBlocks : sha256 === "" ? uncheckedBytes : checkedByDigest;
  const bytes = check(stored, wanted);
  const first = await bytes.next();
  const stream = Readable.from(startingWith(first, bytes), { objectMode: false });
  // A stream that is destroyed before its first read does not end the generator.
  stream.once("close", () => void bytes.return(undefined));
  return stream;
}

async function* startingWith(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* checkedBlocks({ key, record, open }: StoredObject, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const { size, sha256, checksums = [] } = record;
  const blockSize = blockSizeOf(size);
  const first = Math.floor(start / blockSize);
  const after = Math.floor(end / blockSize) + 1;
  const whole = first === 0 && after === checksums.length ? createHash("sha256") : undefined;
  let n = first;
  for await (const block of inBlocks(open({ start: first * blockSize, end: Math.min(after * blockSize, size) - 1 }), blockSize)) {
    if (crc32(block) !== checksums[n])
      throw new DamagedObject(key, `bytes ${n * blockSize} to ${n * blockSize + block.length - 1} have changed`);
    whole?.update(block);
    if (n + 1 === after) checkDigest(key, whole?.digest("hex") ?? sha256, sha256);
    yield block.subarray(Math.max(0, start - n * blockSize), end + 1 - n * blockSize);
    n++;
  }
  if (n < after) throw new DamagedObject(key, `bytes are missing from ${n * blockSize} on`);
}

/** Reads objects of earlier versions, which have no checksums of blocks: the whole object for a range, too. */
async function* checkedByDigest({ key, record, open }: StoredObject, wanted: ByteRange): AsyncGenerator<Uint8Array> {
  const whole = { start: 0, end: record.size - 1 };
  const isWhole = wanted.start === whole.start && wanted.end === whole.end;
  const hash = createHash("sha256");
  let held: Uint8Array | undefined;
  for await (const chunk of open(whole)) {
    if (held && isWhole) yield held;
    hash.update(chunk);
    held = chunk;
  }
  checkDigest(key, hash.digest("hex"), record.sha256);
  if (!isWhole) yield* open(wanted);
  else if (held) yield held;
}

/** Reads objects that another program has stored. */
async function* uncheckedBytes({ open }: StoredObject, wanted: ByteRange): AsyncGenerator<Uint8Array> {
  yield* open(wanted);
}

function checkDigest(key: ObjectKey, found: string, expected: string): void {
  if (found !== expected) throw new DamagedObject(key, `its bytes have the SHA-256 ${found}, not ${expected}`);
}

/** Yields the bytes in blocks of this size. The last block may be shorter. */
async function* inBlocks(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + size - length);
      parts.push(part);
      from += part.length;
      length += part.length;
      if (length < size) continue;
      yield parts.length === 1 ? part : Buffer.concat(parts);
      parts = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(parts);
}
