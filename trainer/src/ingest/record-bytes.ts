import type { CsvSource } from "./csv-source.js";
import { readChunks } from "./encoding/scan.js";

/** A record of a text file with its line end: bytes `start` to `end`. */
export interface RecordBytes {
  bytes: Buffer;
  start: number;
  end: number;
}

const LF = 0x0a;
const CR = 0x0d;
/** A quote that nobody closes makes one record of all that follows. */
const LONGEST_RECORD = 4 << 20;

/**
 * Goes through the records of a text, empty lines left out: a record ends at a line end before which quotes are even in number.
 * What `visit` is given holds until `pause`, after every piece of the file. False when no end of a record is found for too long.
 */
export async function readRecords(
  { path, dialect }: Pick<CsvSource, "path" | "dialect">,
  signal: AbortSignal,
  visit: (record: RecordBytes) => void,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  const quote = dialect.quote.charCodeAt(0);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path, signal)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = visitRecords(bytes, quote, visit);
    await pause();
    rest = bytes.subarray(end);
    if (rest.length > LONGEST_RECORD) return false;
  }
  if (rest.length === 0) return true;
  // The last line need not end.
  const whole = Buffer.concat([rest, Buffer.of(LF)]);
  const end = visitRecords(whole, quote, visit);
  await pause();
  return end === whole.length;
}

/** Where the last record ends that is there as a whole. */
function visitRecords(bytes: Buffer, quote: number, visit: (record: RecordBytes) => void): number {
  let start = 0;
  let even = true;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) even = !even;
    if (byte !== LF || !even) continue;
    if (!isEmpty(bytes, start, at)) visit({ bytes, start, end: at + 1 });
    start = at + 1;
  }
  return start;
}

function isEmpty(bytes: Buffer, start: number, lineEnd: number): boolean {
  return lineEnd === start || (lineEnd === start + 1 && bytes[start] === CR);
}
