import { detectByteOrderMark, hasFewZeros } from "./detect-encoding.js";
import { createUtf8Validator } from "./utf8-validator.js";

/** How bytes make the code units of a text. */
export interface UnitFormat {
  /** Bytes of a unit. */
  width: 1 | 2;
  /** Whether the first byte of two is the higher one. */
  bigEndian: boolean;
}

export interface CodeUnits extends UnitFormat {
  count: number;
  unitAt(index: number): number;
}

/** Returns the code units of a text. The format is that of its beginning, which may be these bytes. */
export function codeUnits(bytes: Uint8Array, { width, bigEndian }: UnitFormat = unitFormat(bytes)): CodeUnits {
  if (width === 1) return { width, bigEndian, count: bytes.length, unitAt: (index) => bytes[index] };
  const high = bigEndian ? 0 : 1;
  const unitAt = (index: number) => bytes[2 * index + high] * 256 + bytes[2 * index + 1 - high];
  return { width, bigEndian, count: Math.floor(bytes.length / 2), unitAt };
}

/** Tells UTF-16 by its mark, or by its zero bytes: most of them are the high bytes of delimiters and line ends. A few may be damage. */
function unitFormat(start: Uint8Array): UnitFormat {
  const mark = detectByteOrderMark(start)?.encoding;
  if (mark) return { width: mark === "utf-8" ? 1 : 2, bigEndian: mark === "utf-16be" };
  const zeros: [number, number] = [0, 0];
  for (let at = start.indexOf(0); at !== -1; at = start.indexOf(0, at + 1)) zeros[at % 2]++;
  if (zeros[0] + zeros[1] === 0) return { width: 1, bigEndian: false };
  const utf8 = createUtf8Validator();
  utf8.feed(start);
  const isDamaged = hasFewZeros({ zeros, firstZero: start.indexOf(0), utf8, size: start.length });
  return { width: isDamaged ? 1 : 2, bigEndian: !isDamaged && zeros[0] > zeros[1] };
}
