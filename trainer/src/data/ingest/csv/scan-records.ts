import { open } from "node:fs/promises";
import recordsKernel from "../../../numeric/wasm/csv-records.js";
import { instantiateWasm } from "../../../numeric/wasm/instantiate.js";
import type { CsvSource } from "./csv-source.js";

/** Consecutive records of a text. */
export interface RecordBlock {
  count: number;
  /** Returns the bytes of one record, with its line end. */
  at(index: number): Buffer;
}

/** Exports of assembly/csv-records.ts, which documents them. */
interface RecordsKernel {
  findRecords(bytes: number, length: number, quote: number, state: number, found: number): number;
}

const LF = 0x0a;
/** Longest record. An unclosed quote makes one record of the rest of the file. */
const MAX_RECORD_BYTES = 4 << 20;
/** READ_BYTES are read at once; the kernel gets BLOCK_BYTES at once. */
const READ_BYTES = 1 << 20;
const BLOCK_BYTES = 65_536;
const SIMD_BYTES = 16;
/** A record has at least two bytes and takes two positions of four bytes each. One record may begin in the block before. */
const POSITIONS_BYTES = (BLOCK_BYTES / 2 + 1) * 8;

/**
 * Visits the records of a text, without empty lines. A record ends at the first line end with an even number of quotes before it.
 * The argument of `visit` is valid until `visit` returns; the bytes of a record are valid until `pause`, which runs after each
 * piece of the file. Returns false when a record exceeds the limit.
 */
export async function scanRecords(
  { path, dialect }: Pick<CsvSource, "path" | "dialect">,
  signal: AbortSignal,
  visit: (records: RecordBlock) => void,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  const visitRecords = createBlockScanner(dialect.quote.charCodeAt(0));
  // All pieces share one buffer. A piece follows the incomplete record of the piece before.
  const buffer = Buffer.allocUnsafe(MAX_RECORD_BYTES + READ_BYTES + 1);
  let held = 0;
  const file = await open(path);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, held, READ_BYTES);
      if (bytesRead === 0) break;
      const end = visitRecords(buffer.subarray(0, held + bytesRead), visit);
      await pause();
      buffer.copyWithin(0, end, held + bytesRead);
      held += bytesRead - end;
      if (held > MAX_RECORD_BYTES) return false;
    }
  } finally {
    await file.close();
  }
  if (held === 0) return true;
  // The last line may lack a line end.
  buffer[held] = LF;
  const end = visitRecords(buffer.subarray(0, held + 1), visit);
  await pause();
  return end === held + 1;
}

/** Visits the complete records at the beginning of `bytes`, and returns the end of the last one. */
type BlockScanner = (bytes: Buffer, visit: (records: RecordBlock) => void) => number;

function createBlockScanner(quote: number): BlockScanner {
  const { exports, buffer, addresses } = instantiateWasm<RecordsKernel>(recordsKernel, [
    SIMD_BYTES,
    BLOCK_BYTES,
    POSITIONS_BYTES,
    SIMD_BYTES,
  ]);
  const [before = 0, block = 0, found = 0, state = 0] = addresses;
  const last = new Uint8Array(buffer, before, SIMD_BYTES);
  const window = new Uint8Array(buffer, block, BLOCK_BYTES);
  const places = new Int32Array(buffer, found, POSITIONS_BYTES / 4);
  const states = new Int32Array(buffer, state, 2);

  return (bytes, visit) => {
    states.fill(0);
    let start = 0;
    for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
      const length = Math.min(BLOCK_BYTES, bytes.length - from);
      window.set(bytes.subarray(from, from + length));
      window.fill(0, length, Math.ceil(length / SIMD_BYTES) * SIMD_BYTES);
      const count = exports.findRecords(block, length, quote, state, found);
      visit({ count, at: (index) => bytes.subarray(from + places[2 * index], from + places[2 * index + 1]) });
      last[SIMD_BYTES - 1] = window[length - 1];
      const [, began] = states;
      start = from + length + began;
    }
    return start;
  };
}
