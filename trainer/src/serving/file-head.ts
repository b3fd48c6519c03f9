/** Bytes at the beginning of a text file that are looked at before the whole file is read. */
export const HEAD_BYTES = 256 * 1024;

const LF = 0x0a;
const QUOTE = 0x22;

/**
 * Cuts the bytes after the last line end, since half a character would look like damage. Zero bytes mean UTF-16, which takes an
 * even number of bytes.
 */
export function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(LF) + 1 || bytes.length;
  return bytes.subarray(0, bytes.includes(0) ? end - (end % 2) : end);
}

/** Cuts the lines after the last line end outside quotes, unless more than half of the bytes would go. */
export function wholeRecords(bytes: Uint8Array): Uint8Array {
  const lines = wholeLines(bytes);
  let quotes = 0;
  let end = 0;
  for (const [at, byte] of lines.entries()) {
    if (byte === QUOTE) quotes++;
    else if (byte === LF && quotes % 2 === 0) end = at + 1;
  }
  return end > lines.length / 2 ? wholeLines(lines.subarray(0, end)) : lines;
}
