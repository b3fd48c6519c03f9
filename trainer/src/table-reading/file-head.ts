import { codeUnits } from "../data/ingest/encoding/code-units.js";

/** Bytes at the beginning of a text file that are looked at before the whole file is read. */
export const HEAD_BYTES = 256 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** Cuts the bytes after the last line end, since half a character would look like damage. */
export function wholeLines(bytes: Uint8Array): Uint8Array {
  return cutAtLineEnd(bytes, () => true) ?? wholeUnits(bytes);
}

/** Cuts the lines after the last line end outside quotes, unless more than half of the bytes would go. */
export function wholeRecords(bytes: Uint8Array): Uint8Array {
  const records = cutAtLineEnd(bytes, (quotes) => quotes % 2 === 0);
  return records && records.length > bytes.length / 2 ? records : wholeLines(bytes);
}

/**
 * Returns the bytes up to the last LF that may end them, by the number of quotes before it, or up to the last such CR where there is no
 * such LF; undefined without either.
 */
function cutAtLineEnd(bytes: Uint8Array, mayEnd: (quotes: number) => boolean): Uint8Array | undefined {
  const { width, count, unitAt } = codeUnits(bytes);
  const ends = { lf: 0, cr: 0 };
  let quotes = 0;
  for (let at = 0; at < count; at++) {
    const unit = unitAt(at);
    if (unit === QUOTE) quotes++;
    else if (unit === LF && mayEnd(quotes)) ends.lf = at + 1;
    else if (unit === CR && mayEnd(quotes)) ends.cr = at + 1;
  }
  const end = ends.lf || ends.cr;
  return end === 0 ? undefined : bytes.subarray(0, end * width);
}

function wholeUnits(bytes: Uint8Array): Uint8Array {
  const { width, count } = codeUnits(bytes);
  return bytes.subarray(0, count * width);
}
