import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { ERRORS, type InvalidInput, invalidFile } from "@agatha/contracts";
import { type ByteSource, damagedWorkbook, readZipEntries, type ZipEntry } from "./zip-entries.js";

/** Largest unpacked size of a workbook. Reading takes about six times this size in memory. */
const MAX_UNCOMPRESSED_BYTES = 200 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;

/**
 * Checks that an .xlsx file unpacks to its announced size and to no more than can be read. The check holds one block at a time,
 * and stops at the first byte beyond the announced size. Throws InvalidInput.
 */
export async function inspectArchive(source: ByteSource): Promise<void> {
  const entries = await readZipEntries(source);
  rejectOtherFormats(entries);
  const announced = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (announced > MAX_UNCOMPRESSED_BYTES) throw tooLarge();
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  if (packed > source.size) throw damagedWorkbook("parts that share their bytes");
  for (const entry of entries) await checkEntry(source, entry);
}

function tooLarge(): InvalidInput {
  return invalidFile(ERRORS.fileTooLarge, "largeUnpackedWorkbook", { limit: MAX_UNCOMPRESSED_BYTES / 1024 / 1024 });
}

/** Refuses OpenDocument, binary and nested archives. The reader would accept them, but these checks do not cover them. */
function rejectOtherFormats(entries: readonly ZipEntry[]): void {
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  const foreign = ["meta-inf/manifest.xml", "objectdata.xml", "index/document.iwa", "index.zip", "xl/workbook.bin"];
  if (foreign.some((name) => names.has(name))) throw invalidFile(ERRORS.unreadableFile, "otherWorkbook");
  if (!names.has("[content_types].xml")) throw damagedWorkbook("it is a ZIP archive, but no workbook");
}

async function checkEntry(source: ByteSource, entry: ZipEntry): Promise<void> {
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of inflateEntry(source, entry)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw damagedWorkbook("a part is larger than it says");
      checksum = crc32(chunk, checksum);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw damagedWorkbook("compressed data");
    throw error;
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damagedWorkbook("a part is not what it was");
}

function inflateEntry(source: ByteSource, entry: ZipEntry): AsyncIterable<Buffer> {
  const bytes = Readable.from(readBlocks(source, entry), { objectMode: false });
  if (entry.method === 0) return bytes;
  const inflated = createInflateRaw({ chunkSize: BLOCK_BYTES });
  bytes.on("error", (error) => inflated.destroy(error));
  return bytes.pipe(inflated);
}

async function* readBlocks(source: ByteSource, { dataOffset, compressedSize }: ZipEntry): AsyncGenerator<Uint8Array> {
  for (let at = dataOffset; at < dataOffset + compressedSize; at += BLOCK_BYTES)
    yield await source.read(at, Math.min(at + BLOCK_BYTES, dataOffset + compressedSize) - 1);
}
