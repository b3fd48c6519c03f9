/** Record of an object: its size and digests, as text that the store keeps with the bytes. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ObjectKey } from "@agatha/contracts";

export interface ObjectRecord {
  /** Bytes. */
  size: number;
  /** Digest of all bytes, lower-case hexadecimal. Empty if unknown. */
  sha256: string;
  /** CRC-32 of each block, so that a range can be checked alone. Objects of earlier versions have none. */
  checksums?: readonly number[];
}

const MIN_BLOCK_BYTES = 64 * 1024;
/** Keeps a record below the 2 KB that S3 allows for metadata (Amazon S3 User Guide, "User-defined object metadata"). */
const MAX_BLOCKS = 128;
/** Longest record in bytes: size, digest, checksums in base64, seal. */
export const MAX_RECORD_BYTES = 1024;

/** Size of all blocks but the last. */
export function blockSizeOf(size: number): number {
  return Math.max(MIN_BLOCK_BYTES, Math.ceil(size / MAX_BLOCKS));
}

/** Returns the checksum of each block of a file's first `size` bytes. */
export async function checksumBlocks(file: FileHandle, size: number): Promise<number[]> {
  const block = Buffer.alloc(Math.min(blockSizeOf(size), size));
  const checksums: number[] = [];
  for (let start = 0; start < size; start += block.length) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, size - start), start);
    checksums.push(crc32(block.subarray(0, bytesRead)));
  }
  return checksums;
}

/** Returns the record as one line of text. Its seal is a digest of the record and the key. */
export function encodeRecord(key: ObjectKey, { size, sha256, checksums = [] }: ObjectRecord): string {
  const blocks = Buffer.alloc(4 * checksums.length);
  for (const [n, checksum] of checksums.entries()) blocks.writeUInt32BE(checksum, 4 * n);
  const fields = `${size} ${sha256} ${blocks.toString("base64url") || "-"}`;
  return `${fields} ${sealOf(key, fields)}`;
}

/** Returns undefined if the text is no record, is damaged, or is the record of another key. */
export function decodeRecord(key: ObjectKey, text: string): ObjectRecord | undefined {
  const [size = "", sha256 = "", blocks = "", seal] = text.split(" ");
  if (seal !== sealOf(key, `${size} ${sha256} ${blocks}`)) return undefined;
  if (blocks === "-") return { size: Number(size), sha256 };
  const bytes = Buffer.from(blocks, "base64url");
  const checksums = Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32BE(4 * n));
  return { size: Number(size), sha256, checksums };
}

function sealOf(key: ObjectKey, fields: string): string {
  return createHash("sha256").update(`${key} ${fields}`).digest("hex").slice(0, 16);
}
