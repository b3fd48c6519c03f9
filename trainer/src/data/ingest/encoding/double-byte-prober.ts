import iconv from "iconv-lite";
import { JAPANESE, KOREAN, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE } from "./common-characters.js";

/** Incremental test of a text's bytes against one encoding. */
export interface EncodingProber {
  /** Reads the next bytes of the text; a line end at the end of the file. */
  feed(bytes: Uint8Array): void;
  /** Whether all bytes so far are valid in the encoding. */
  readonly valid: boolean;
  /** Mean weight of the characters so far, from 1 for common characters to −0.5 for those that hardly ever occur. */
  readonly confidence: number;
}

const COMMON = 1;
const ORDINARY = 0.5;
const HALF_WIDTH_KATAKANA = 0.1;
const UNUSUAL = -0.2;
const IMPLAUSIBLE = -0.5;

interface DoubleByteEncoding {
  isLead(byte: number): boolean;
  isTrail(byte: number): boolean;
  /** Weight of a byte from 0x80 on that is not a lead byte; undefined if it is invalid. */
  singleByteWeight(byte: number): number | undefined;
  /** Weight of a pair that is not among the common characters. */
  pairWeight(lead: number, trail: number): number;
  commonPairs: ReadonlySet<number>;
  /** Whether a digit can follow a lead byte, as in the four-byte characters of GB18030. */
  hasFourByteCharacters: boolean;
}

function encodePairs(characters: string, encoding: string): ReadonlySet<number> {
  const bytes = iconv.encode(characters, encoding);
  const pairs = new Set<number>();
  for (let i = 0; i + 1 < bytes.length; i += 2) pairs.add(bytes.readUInt16BE(i));
  return pairs;
}

const isBetween = (byte: number, first: number, last: number) => byte >= first && byte <= last;

/** Big5: frequent characters, ordered by strokes, in rows A4 to C6; rarer ones from C9; symbols in A1 to A3. */
export const BIG5: DoubleByteEncoding = {
  isLead: (byte) => isBetween(byte, 0x87, 0xfe),
  isTrail: (byte) => isBetween(byte, 0x40, 0x7e) || isBetween(byte, 0xa1, 0xfe),
  singleByteWeight: () => undefined,
  pairWeight: (lead) => (isBetween(lead, 0xa1, 0xc6) ? ORDINARY : isBetween(lead, 0xc9, 0xf9) ? UNUSUAL : IMPLAUSIBLE),
  commonPairs: encodePairs(TRADITIONAL_CHINESE, "big5"),
  hasFourByteCharacters: false,
};

/** GB18030: GB 2312 has symbols in rows A1 to A3, frequent characters in B0 to D7, rarer ones up to F7. Other rows were added later. */
export const GB18030: DoubleByteEncoding = {
  isLead: (byte) => isBetween(byte, 0x81, 0xfe),
  isTrail: (byte) => isBetween(byte, 0x40, 0x7e) || isBetween(byte, 0x80, 0xfe),
  singleByteWeight: () => undefined,
  pairWeight(lead, trail) {
    if (trail < 0xa1) return IMPLAUSIBLE;
    if (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xd7)) return ORDINARY;
    return isBetween(lead, 0xd8, 0xf7) ? UNUSUAL : IMPLAUSIBLE;
  },
  commonPairs: encodePairs(SIMPLIFIED_CHINESE, "gb18030"),
  hasFourByteCharacters: true,
};

/** Shift_JIS: kana in rows 82 and 83, JIS level 1 in 88 to 97, level 2 up to EA. Half-width katakana are single bytes. */
export const SHIFT_JIS: DoubleByteEncoding = {
  isLead: (byte) => isBetween(byte, 0x81, 0x9f) || isBetween(byte, 0xe0, 0xfc),
  isTrail: (byte) => isBetween(byte, 0x40, 0x7e) || isBetween(byte, 0x80, 0xfc),
  singleByteWeight: (byte) => (isBetween(byte, 0xa1, 0xdf) ? HALF_WIDTH_KATAKANA : undefined),
  pairWeight(lead, trail) {
    const kana = (lead === 0x82 && isBetween(trail, 0x9f, 0xf1)) || (lead === 0x83 && isBetween(trail, 0x40, 0x96));
    if (kana) return COMMON;
    if (isBetween(lead, 0x81, 0x83) || isBetween(lead, 0x88, 0x97)) return ORDINARY;
    return isBetween(lead, 0x98, 0xea) ? UNUSUAL : IMPLAUSIBLE;
  },
  commonPairs: encodePairs(JAPANESE, "shift_jis"),
  hasFourByteCharacters: false,
};

/**
 * EUC-JP: kana in rows A4 and A5, JIS level 1 in B0 to CF, level 2 up to F4. 8E begins half-width katakana, 8F a rare kanji of
 * three bytes.
 */
export const EUC_JP: DoubleByteEncoding = {
  isLead: (byte) => isBetween(byte, 0xa1, 0xfe) || byte === 0x8e,
  isTrail: (byte) => isBetween(byte, 0xa1, 0xfe),
  singleByteWeight: (byte) => (byte === 0x8f ? UNUSUAL : undefined),
  pairWeight(lead) {
    if (isBetween(lead, 0xa4, 0xa5)) return COMMON;
    if (lead === 0x8e) return HALF_WIDTH_KATAKANA;
    if (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xcf)) return ORDINARY;
    return isBetween(lead, 0xd0, 0xf4) ? UNUSUAL : IMPLAUSIBLE;
  },
  commonPairs: encodePairs(JAPANESE, "euc-jp"),
  hasFourByteCharacters: false,
};

/** EUC-KR with the syllables that Windows added (code page 949): the frequent ones in rows B0 to C8, symbols in A1 to A3. */
export const EUC_KR: DoubleByteEncoding = {
  isLead: (byte) => isBetween(byte, 0x81, 0xfe),
  isTrail: (byte) => isBetween(byte, 0x41, 0x5a) || isBetween(byte, 0x61, 0x7a) || isBetween(byte, 0x81, 0xfe),
  singleByteWeight: () => undefined,
  pairWeight(lead, trail) {
    if (trail < 0xa1) return IMPLAUSIBLE;
    return isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xc8) ? ORDINARY : IMPLAUSIBLE;
  },
  commonPairs: encodePairs(KOREAN, "cp949"),
  hasFourByteCharacters: false,
};

/** Returns a prober that judges by the frequency of its characters whether bytes are text in the encoding. */
export function createDoubleByteProber(encoding: DoubleByteEncoding): EncodingProber {
  let lead = 0;
  /** Bytes left of a four-byte character after its second byte. */
  let rest = 0;
  let valid = true;
  let characters = 0;
  let sum = 0;
  const count = (weight: number | undefined) => {
    if (weight === undefined) valid = false;
    else sum += weight;
    characters++;
  };
  const start = (byte: number) => {
    if (encoding.isLead(byte)) lead = byte;
    else count(encoding.singleByteWeight(byte));
  };
  const finish = (byte: number) => {
    if (encoding.isTrail(byte)) count(encoding.commonPairs.has((lead << 8) | byte) ? COMMON : encoding.pairWeight(lead, byte));
    else if (encoding.hasFourByteCharacters && isBetween(byte, 0x30, 0x39)) rest = 2;
    else valid = false;
    lead = 0;
  };
  const follow = (byte: number) => {
    valid &&= rest === 2 ? isBetween(byte, 0x81, 0xfe) : isBetween(byte, 0x30, 0x39);
    if (--rest === 0) count(ORDINARY);
  };
  return {
    feed(bytes) {
      for (let i = 0; i < bytes.length && valid; i++) {
        const byte = bytes[i];
        if (rest > 0) follow(byte);
        else if (lead !== 0) finish(byte);
        else if (byte >= 0x80) start(byte);
      }
    },
    get valid() {
      return valid;
    },
    get confidence() {
      return characters === 0 ? 0 : sum / characters;
    },
  };
}
