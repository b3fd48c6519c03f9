import { ERRORS, invalidFile } from "@agatha/contracts";
import { inspectArchive } from "./inspect-archive.js";
import type { ByteSource } from "./zip-entries.js";

/** Largest size of an old workbook. It is not compressed, so the size determines the memory that it takes. */
const MAX_XLS_BYTES = 100 * 1024 * 1024;
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
/** First byte of a bare BIFF stream of Excel 2 to 4: the record "beginning of file". */
const BIFF_SIGNATURE = [0x09];

/** Checks that a file is a readable workbook before it is read. Throws InvalidInput. */
export async function inspectWorkbook(source: ByteSource): Promise<void> {
  if (source.size === 0) throw invalidFile(ERRORS.datasetFormat, "emptyFile");
  const start = await source.read(0, Math.min(source.size, 4) - 1);
  const begins = (bytes: readonly number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(ZIP_SIGNATURE)) return await inspectArchive(source);
  if (!begins(COMPOUND_FILE_SIGNATURE) && !begins(BIFF_SIGNATURE)) throw invalidFile(ERRORS.unreadableFile, "noWorkbook");
  if (source.size > MAX_XLS_BYTES) throw invalidFile(ERRORS.fileTooLarge, "largeWorkbook", { limit: MAX_XLS_BYTES / 1024 / 1024 });
}
