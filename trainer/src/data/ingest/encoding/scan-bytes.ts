import { createReadStream } from "node:fs";
import { createUtf8Validator, type Utf8Validator } from "./utf8-validator.js";

export interface ByteScan {
  size: number;
  /** Number of bytes that the file as uploaded has more before these. */
  removed: number;
  /** First bytes of the file. */
  start: Buffer;
  /** Number of zero bytes at even and at odd positions. */
  zeros: [number, number];
  /** Offset of the first zero byte, from 0; undefined if there is none. */
  firstZero: number | undefined;
  /** Share of control characters that do not occur in text, in samples from the whole file. */
  controlShare: number;
  /** Kinds of line ends in the file. DuckDB cannot read a file with more than one kind. */
  lineEnds: { lf: boolean; crlf: boolean; cr: boolean };
  utf8: Utf8Validator;
}

const CHUNK_BYTES = 1 << 20;
const SAMPLE_BYTES = 4096;
const LF = 0x0a;
const CR = 0x0d;

/** Reads a file chunk by chunk until the end or until the signal aborts. */
export function readChunks(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES, signal });
}

/** Reads every byte of a file once. `removed` bytes of the file as uploaded were taken away at its beginning. */
export async function scanBytes(path: string, signal: AbortSignal, removed = 0): Promise<ByteScan> {
  const scan: ByteScan = {
    size: 0,
    removed,
    start: Buffer.alloc(0),
    zeros: [0, 0],
    firstZero: undefined,
    controlShare: 0,
    lineEnds: { lf: false, crlf: false, cr: false },
    utf8: createUtf8Validator(),
  };
  let sampled = 0;
  let controls = 0;
  let last = 0;
  for await (const chunk of readChunks(path, signal)) {
    if (scan.size === 0) scan.start = Buffer.from(chunk.subarray(0, 16));
    countZeros(chunk, scan);
    recordLineEnds(chunk, last, scan.lineEnds);
    const sample = chunk.subarray(0, SAMPLE_BYTES);
    sampled += sample.length;
    controls += countControls(sample);
    scan.utf8.feed(chunk);
    last = chunk[chunk.length - 1];
    scan.size += chunk.length;
  }
  if (last === CR) scan.lineEnds.cr = true;
  scan.controlShare = sampled === 0 ? 0 : controls / sampled;
  return scan;
}

function countZeros(chunk: Buffer, scan: ByteScan): void {
  for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) {
    scan.zeros[(scan.size + at) % 2]++;
    scan.firstZero ??= scan.size + at;
  }
}

function recordLineEnds(chunk: Buffer, last: number, seen: ByteScan["lineEnds"]): void {
  if (last === CR) {
    if (chunk[0] === LF) seen.crlf = true;
    else seen.cr = true;
  }
  for (let at = chunk.indexOf(CR); at !== -1 && at + 1 < chunk.length && !(seen.cr && seen.crlf); at = chunk.indexOf(CR, at + 1)) {
    if (chunk[at + 1] === LF) seen.crlf = true;
    else seen.cr = true;
  }
  for (let at = chunk.indexOf(LF); at !== -1 && !seen.lf; at = chunk.indexOf(LF, at + 1)) {
    if ((at === 0 ? last : chunk[at - 1]) !== CR) seen.lf = true;
  }
}

function countControls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes)
    if (byte < 0x20 && byte !== 0x09 && byte !== LF && byte !== 0x0b && byte !== 0x0c && byte !== CR && byte !== 0x1a) count++;
  return count;
}
