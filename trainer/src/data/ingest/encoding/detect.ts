import { isAscii } from "node:buffer";
import { InvalidInput, type TextEncoding } from "@agatha/contracts";

import { latinTrial } from "./latin-score.js";
import { BIG5, doubleByteTrial, type EncodingTrial, GB18030, SHIFT_JIS } from "./legacy-scores.js";
import { type ByteScan, readChunks } from "./scan.js";

export interface FoundEncoding {
  encoding: TextEncoding;
  /** Bytes of the byte order mark. */
  mark: number;
}

const MARKS: [TextEncoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
/** Share of control characters from which bytes are no text. */
const MAX_CONTROLS = 0.001;
/** ASCII in UTF-16 has its zero bytes all in one position; characters such as 一 (4E00) have them in the other. */
const ZEROS_IN_ONE_POSITION = 5;

/** Finds out how a text file is encoded, from all of its bytes. Throws InvalidInput when it is no text or cannot be told. */
export async function detectEncoding(path: string, scan: ByteScan, signal: AbortSignal): Promise<FoundEncoding> {
  const marked = findMark(scan.start);
  if (marked) return marked;
  const utf16 = unmarkedUtf16(scan);
  if (utf16) return { encoding: utf16, mark: 0 };
  if (scan.zeros[0] + scan.zeros[1] > 0 || scan.controls > MAX_CONTROLS) throw notText();
  const { firstInvalid, nearly } = scan.utf8;
  if (firstInvalid === undefined) return { encoding: "utf-8", mark: 0 };
  if (nearly)
    throw new InvalidInput("010407", {
      path: `byte ${firstInvalid + 1}`,
      message: "the file is UTF-8 text, but this byte is damaged: repair it, or choose the encoding if it is another one",
    });
  return { encoding: await likeliestLegacy(path, signal), mark: 0 };
}

export function notText(): InvalidInput {
  return new InvalidInput("010407", { path: "file", message: "the file is not text: save the table as .csv, .xlsx or .xls" });
}

/** The byte order mark that the file begins with, if any. */
export function findMark(start: Buffer): FoundEncoding | undefined {
  const found = MARKS.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  return found && { encoding: found[0], mark: found[1].length };
}

function unmarkedUtf16({ zeros: [even, odd], size }: ByteScan): TextEncoding | undefined {
  if (size % 2 !== 0 || even + odd === 0) return undefined;
  if (odd >= even * ZEROS_IN_ONE_POSITION) return "utf-16le";
  return even >= odd * ZEROS_IN_ONE_POSITION ? "utf-16be" : undefined;
}

/**
 * What a reading must score to be believed. Korean and other text that is none of these encodings reaches one half as
 * double bytes, by characters that exist but are not common.
 */
const MIN_SCORE = { latin: 0.3, doubleBytes: 0.55 };

async function likeliestLegacy(path: string, signal: AbortSignal): Promise<TextEncoding> {
  const trials: [TextEncoding, EncodingTrial][] = [
    ["latin1", latinTrial()],
    ["big5", doubleByteTrial(BIG5)],
    ["gb18030", doubleByteTrial(GB18030)],
    ["shift_jis", doubleByteTrial(SHIFT_JIS)],
  ];
  for await (const chunk of readChunks(path, signal)) {
    const telling = isAscii(chunk) ? chunk.subarray(-1) : chunk;
    for (const [, trial] of trials) trial.take(telling);
  }
  for (const [, trial] of trials) trial.take(Uint8Array.of(0x0a));
  const [best] = trials.filter(([, trial]) => trial.valid).sort(([, a], [, b]) => b.score - a.score);
  const [encoding, { score }] = best;
  if (score < (encoding === "latin1" ? MIN_SCORE.latin : MIN_SCORE.doubleBytes))
    throw new InvalidInput("010407", {
      path: "encoding",
      message: "the file's encoding cannot be told for sure: choose it, or save the file as UTF-8",
    });
  return encoding;
}
