import { ERRORS, type InvalidInput, invalidFile } from "@agatha/contracts";

/** Source of bytes that can be read at any position, both ends inclusive: a file, or an object in a store. */
export interface ByteSource {
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Member of a ZIP archive whose central directory and own header agree. */
export interface ZipEntry {
  name: string;
  /** Compression method: 0 stored, 8 deflated. */
  method: number;
  crc32: number;
  /** Offset of the member's bytes, their number, and their announced size after unpacking. */
  dataOffset: number;
  compressedSize: number;
  uncompressedSize: number;
}

/** Signatures and offsets follow PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTION_FLAGS = 0x2041;
const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY_BYTES = 4 << 20;

/** Error of a workbook that cannot be read. `what` is its damaged part. */
export function damagedWorkbook(what: string): InvalidInput {
  return invalidFile(ERRORS.unreadableFile, "damagedWorkbook", { what });
}

/**
 * Lists the members of a ZIP archive. Throws InvalidInput when the bytes are no archive, are damaged, or use a feature that
 * workbooks do not.
 */
export async function readZipEntries(source: ByteSource): Promise<ZipEntry[]> {
  const { start, size, count } = await findCentralDirectory(source);
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES) throw damagedWorkbook("too many parts");
  if (start + size > source.size || count === 0) throw damagedWorkbook("no list of parts");
  const directory = toDataView(await source.read(start, start + size - 1));
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + CENTRAL_BYTES > directory.byteLength || directory.getUint32(at, true) !== CENTRAL_SIGNATURE)
      throw damagedWorkbook("list of parts");
    entries.push(await readEntry(source, directory, at));
    at += CENTRAL_BYTES + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

async function findCentralDirectory(source: ByteSource): Promise<{ start: number; size: number; count: number }> {
  if (source.size < END_BYTES) throw damagedWorkbook("too short");
  const from = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = toDataView(await source.read(from, source.size - 1));
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) === END_SIGNATURE)
      return { count: tail.getUint16(at + 10, true), size: tail.getUint32(at + 12, true), start: tail.getUint32(at + 16, true) };
  }
  throw damagedWorkbook("no end");
}

/**
 * Reads a member's entry and checks that the directory and the member's own header agree. The reader of workbooks trusts the
 * member's header instead of the directory.
 */
async function readEntry(source: ByteSource, directory: DataView, at: number): Promise<ZipEntry> {
  const compressedSize = directory.getUint32(at + 20, true);
  const offset = directory.getUint32(at + 42, true);
  if (offset + LOCAL_BYTES > source.size) throw damagedWorkbook("position of a part");
  const header = toDataView(await source.read(offset, offset + LOCAL_BYTES - 1));
  if (header.getUint32(0, true) !== LOCAL_SIGNATURE) throw damagedWorkbook("header of a part");
  const flags = header.getUint16(6, true);
  const method = header.getUint16(8, true);
  if (flags & ENCRYPTION_FLAGS) throw invalidFile(ERRORS.unreadableFile, "encryptedWorkbook");
  if (method !== directory.getUint16(at + 10, true) || (method !== 0 && method !== 8)) throw damagedWorkbook("compression of a part");
  const nameLength = header.getUint16(26, true);
  const dataOffset = offset + LOCAL_BYTES + nameLength + header.getUint16(28, true);
  if (dataOffset + compressedSize > source.size) throw damagedWorkbook("length of a part");
  const name =
    nameLength === 0 ? "" : Buffer.from(await source.read(offset + LOCAL_BYTES, offset + LOCAL_BYTES + nameLength - 1)).toString("latin1");
  return {
    name,
    method,
    crc32: directory.getUint32(at + 16, true),
    dataOffset,
    compressedSize,
    uncompressedSize: directory.getUint32(at + 24, true),
  };
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
