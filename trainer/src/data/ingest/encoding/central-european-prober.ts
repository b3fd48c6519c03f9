import iconv from "iconv-lite";
import type { EncodingProber } from "./double-byte-prober.js";
import { feedHighByteRuns, isAsciiLetter } from "./high-byte-runs.js";

/** Letters beside a to z of languages that Windows writes in code page 1250. */
const CENTRAL = ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"];
/** The same of languages in code page 1252. Letters after a bar are only at the ends of words, those after another one before an e. */
const WESTERN = [
  "äöüßé",
  "àâçèéêëîïôùûüÿœ",
  "|àèéìòùóíúî",
  "áéíñóúüç",
  "àçèéíïòóúü",
  "áâãàçéêíóôú||õ",
  "æøåéòô",
  "åäöé",
  "áðéíóúýþæö",
  "äöõüšž",
  "ëïéèóüöäêç",
];
/** Signs of code page 1252 that stand after letters or digits, such as those of powers: they are letters in code page 1250. */
const SIGNS = new Set(iconv.encode("¹³º¼¾£¥", "windows-1252"));
/** Signs that are the same in both. */
const SHARED_SIGNS = new Set(iconv.encode("€„…‘’“”–—™§©«®°±´µ·»×÷\u00a0", "windows-1252"));
const MAX_RUN = 3;
/** Fewest letters in which two languages of code page 1252 may be mixed. */
const MIXED_LETTERS = 20;
/** Least share of the characters that a language of code page 1250 explains, and by how much more than two of code page 1252 do. */
const MIN_COVERAGE = 0.95;
const MIN_LEAD = 0.05;
/** Above the weight of letters in Latin-1, which these are as well. */
const LIKELY = 0.81;
const UNLIKELY = -1;

/** Offsets of the counts of letters, by what follows: another letter, the end of the word, an e. */
const FOLLOWED_BY = { letter: 0, end: 256, e: 512 };
const COUNTS = 768;

/** Bit of each language that a byte is a letter of, by what follows it. */
function alphabets(languages: readonly string[], encoding: string): Uint16Array {
  const masks = new Uint16Array(COUNTS);
  languages.forEach((letters, language) => {
    const [anywhere = "", atEnd = "", beforeE = ""] = letters.split("|");
    const add = (text: string, offsets: readonly number[]) => {
      for (const byte of iconv.encode(text + text.toUpperCase().replaceAll("SS", ""), encoding))
        for (const offset of offsets) masks[offset + byte] |= 1 << language;
    };
    add(anywhere, Object.values(FOLLOWED_BY));
    add(atEnd, [FOLLOWED_BY.end]);
    add(beforeE, [FOLLOWED_BY.e]);
  });
  return masks;
}
const CENTRAL_MASKS = alphabets(CENTRAL, "windows-1250");
const WESTERN_MASKS = alphabets(WESTERN, "windows-1252");

/**
 * Creates a prober for code page 1250 of Windows. It has as many letters as Latin-1, mostly others at the same bytes: the language
 * that has all of them decides.
 */
export function createCentralEuropeanProber(): EncodingProber {
  const counts = new Uint32Array(COUNTS);
  let [characters, signs] = [0, 0];
  const feed = feedHighByteRuns((run, before, after) => {
    const [first = 0] = run;
    if (run.length === 1 && SIGNS.has(first) && !isAsciiLetter(after)) signs++;
    if (!run.every((byte) => SHARED_SIGNS.has(byte))) {
      characters += run.length;
      if (run.length <= MAX_RUN && (isAsciiLetter(before) || isAsciiLetter(after)))
        for (const [i, byte] of run.entries()) counts[byte + offsetBefore(run[i + 1] ?? after)]++;
    }
  });
  return {
    feed,
    valid: true,
    get confidence() {
      if (characters === 0) return 0;
      const central = Math.max(...CENTRAL.map((_, language) => covered(counts, CENTRAL_MASKS, 1 << language)));
      const mixed = characters < MIXED_LETTERS ? [0] : WESTERN.map((_, other) => 1 << other);
      const western =
        signs +
        Math.max(
          ...WESTERN.flatMap((_, one) => mixed.map((other) => (1 << one) | other)).map((languages) =>
            covered(counts, WESTERN_MASKS, languages),
          ),
        );
      const isLikely = central >= MIN_COVERAGE * characters && central - western >= MIN_LEAD * characters;
      return isLikely ? (LIKELY * central) / characters : UNLIKELY;
    },
  };
}

function offsetBefore(next: number): number {
  if (next === 0x65 || next === 0x45) return FOLLOWED_BY.e;
  return next >= 0x80 || isAsciiLetter(next) ? FOLLOWED_BY.letter : FOLLOWED_BY.end;
}

/** Returns the number of letters that one of the languages has. */
function covered(counts: Uint32Array, masks: Uint16Array, languages: number): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at++) if ((masks[at] & languages) !== 0) sum += counts[at];
  return sum;
}
