import { isAscii } from "node:buffer";
import { ERRORS, type InvalidInput, invalidFile, type TextEncoding } from "@agatha/contracts";
import { createCentralEuropeanProber } from "./central-european-prober.js";
import { BIG5, createDoubleByteProber, type EncodingProber, EUC_JP, EUC_KR, GB18030, SHIFT_JIS } from "./double-byte-prober.js";
import { createLatinProber } from "./latin-prober.js";
import { type ByteScan, readChunks } from "./scan-bytes.js";

export interface DetectedEncoding {
  encoding: TextEncoding;
  /** Length of the byte order mark in bytes. */
  bomLength: number;
}

const BYTE_ORDER_MARKS: [TextEncoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
/** Nearly no program writes UTF-32. Its mark in little endian begins like that of UTF-16. */
const UTF_32_MARKS = [Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from([0, 0, 0xfe, 0xff])];
/** Share of control characters from which bytes are not text. */
const MAX_CONTROL_SHARE = 0.001;
/** Share of zero bytes below which they are damage of UTF-8 text. In UTF-16, half of ASCII is zeros. */
const MAX_STRAY_ZERO_SHARE = 0.05;
/**
 * Least ratio between the zero bytes at the two positions. ASCII in UTF-16 has all its zero bytes at one position; characters
 * such as 一 (4E00) have them at the other.
 */
const MIN_ZERO_RATIO = 5;

/**
 * Detects the encoding of a text file from all of its bytes. Throws InvalidInput when the file is not text or the encoding stays
 * unknown.
 */
export async function detectEncoding(path: string, scan: ByteScan, signal: AbortSignal): Promise<DetectedEncoding> {
  if (UTF_32_MARKS.some((mark) => scan.start.subarray(0, 4).equals(mark))) throw unknownEncoding();
  const marked = detectByteOrderMark(scan.start);
  if (marked) return marked;
  if (hasFewZeros(scan)) throw damagedByte(scan.removed + scan.firstZero);
  const utf16 = detectUtf16WithoutBom(scan);
  if (utf16) return { encoding: utf16, bomLength: 0 };
  if (scan.firstZero !== undefined || scan.controlShare > MAX_CONTROL_SHARE) throw notText();
  const { firstInvalid, isNearlyValid } = scan.utf8;
  if (firstInvalid === undefined) return { encoding: "utf-8", bomLength: 0 };
  if (isNearlyValid) throw damagedByte(scan.removed + firstInvalid);
  return { encoding: await detectLegacyEncoding(path, signal), bomLength: 0 };
}

/** Error of a file whose bytes are text in no known encoding. */
export function notText(): InvalidInput {
  return invalidFile(ERRORS.unreadableFile, "notText");
}

/** Error of UTF-8 text with a byte at `offset`, from 0, that is no text. */
export function damagedByte(offset: number): InvalidInput {
  return invalidFile(ERRORS.unreadableFile, "damagedByte", { byte: offset + 1 }, `byte ${offset + 1}`);
}

function unknownEncoding(): InvalidInput {
  return invalidFile(ERRORS.unreadableFile, "unknownEncoding", {}, "encoding");
}

/** Returns the byte order mark at the beginning of the file, if any. */
export function detectByteOrderMark(start: Uint8Array): DetectedEncoding | undefined {
  const found = BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  return found && { encoding: found[0], bomLength: found[1].length };
}

/** Returns true for UTF-8 text in which some zero bytes stand. In UTF-16, bytes that are valid UTF-8 are mostly ASCII. */
export function hasFewZeros<Scan extends Pick<ByteScan, "zeros" | "firstZero" | "utf8" | "size">>(
  scan: Scan,
): scan is Scan & { firstZero: number } {
  const { zeros, firstZero, utf8, size } = scan;
  return firstZero !== undefined && utf8.firstInvalid === undefined && zeros[0] + zeros[1] < size * MAX_STRAY_ZERO_SHARE;
}

function detectUtf16WithoutBom({ zeros: [even, odd], size }: ByteScan): TextEncoding | undefined {
  if (size % 2 !== 0 || even + odd === 0) return undefined;
  if (odd >= even * MIN_ZERO_RATIO) return "utf-16le";
  return even >= odd * MIN_ZERO_RATIO ? "utf-16be" : undefined;
}

/**
 * Least confidence at which an encoding is accepted. Text outside these encodings reaches one half as double bytes, through
 * characters that exist but are rare.
 */
const MIN_CONFIDENCE = { latin: 0.3, doubleBytes: 0.55 };

async function detectLegacyEncoding(path: string, signal: AbortSignal): Promise<TextEncoding> {
  const trials: [TextEncoding, EncodingProber][] = [
    ["latin1", createLatinProber()],
    ["windows-1250", createCentralEuropeanProber()],
    ["big5", createDoubleByteProber(BIG5)],
    ["gb18030", createDoubleByteProber(GB18030)],
    ["shift_jis", createDoubleByteProber(SHIFT_JIS)],
    ["euc-jp", createDoubleByteProber(EUC_JP)],
    ["euc-kr", createDoubleByteProber(EUC_KR)],
  ];
  for await (const chunk of readChunks(path, signal)) {
    const telling = isAscii(chunk) ? chunk.subarray(-1) : chunk;
    for (const [, trial] of trials) trial.feed(telling);
  }
  for (const [, trial] of trials) trial.feed(Uint8Array.of(0x0a));
  const [best] = trials.filter(([, trial]) => trial.valid).sort(([, a], [, b]) => b.confidence - a.confidence);
  const [encoding, { confidence }] = best;
  if (confidence < (encoding === "latin1" ? MIN_CONFIDENCE.latin : MIN_CONFIDENCE.doubleBytes)) throw unknownEncoding();
  return encoding;
}
