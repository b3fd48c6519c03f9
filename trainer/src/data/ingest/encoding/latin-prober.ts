import type { EncodingProber } from "./double-byte-prober.js";
import { feedHighByteRuns, isAsciiLetter } from "./high-byte-runs.js";

/**
 * Weight of a plausible byte. It is below the weight of a common double-byte character, so that double-byte encodings win where
 * both fit.
 */
const PLAUSIBLE = 0.8;
const IMPLAUSIBLE = -0.5;

/** Š, Œ, Ž, š, œ, ž, Ÿ, and the apostrophe inside words. */
const LETTERS_BELOW_C0 = new Set([0x8a, 0x8c, 0x8e, 0x92, 0x9a, 0x9c, 0x9e, 0x9f]);
/** Letters of Windows-1252, which the Web and this product call Latin-1: those from C0 on and the ones added between 80 and 9F. */
const isLetter = (byte: number) => (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || LETTERS_BELOW_C0.has(byte);
/**
 * Signs that occur in tables: the euro, quotes and dashes, cent, pound, section, copyright, guillemets, degree, plus-minus,
 * powers, micro, fractions, times.
 */
const SYMBOLS = new Set([
  0x80, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0xa0, 0xa2, 0xa3, 0xa7, 0xa9, 0xab, 0xae, 0xb0, 0xb1, 0xb2, 0xb3, 0xb5, 0xb7,
  0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xd7, 0xf7,
]);
const MAX_RUN = 3;

/**
 * Creates a prober for Latin-1, in which every byte is valid. It weighs the bytes from 0x80 by their neighbours: letters occur
 * alone or in short runs beside ASCII letters, signs occur alone.
 */
export function createLatinProber(): EncodingProber {
  let characters = 0;
  let sum = 0;
  const feed = feedHighByteRuns((run, before, after) => {
    const beside = isAsciiLetter(before) || isAsciiLetter(after);
    const word = run.length <= MAX_RUN && run.every(isLetter) && beside;
    const sign = run.length <= 2 && run.every((byte) => SYMBOLS.has(byte)) && !(isAsciiLetter(before) && isAsciiLetter(after));
    sum += run.length * (word || sign ? PLAUSIBLE : IMPLAUSIBLE);
    characters += run.length;
  });
  return {
    feed,
    valid: true,
    get confidence() {
      return characters === 0 ? 0 : sum / characters;
    },
  };
}
