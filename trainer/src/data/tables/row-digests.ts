import type { Column } from "./table.js";

/**
 * Returns a digest of each row: the same for rows with the same values in these columns, in their order. Two different rows have
 * the same one with a probability of 2⁻⁵³. Text that is written as a number counts as that number.
 */
export function rowDigests(columns: readonly Column[], nrow: number): Float64Array {
  const high = new Uint32Array(nrow).fill(0x811c9dc5);
  const low = new Uint32Array(nrow).fill(0x9e3779b9);
  for (const column of columns) {
    const add = (row: number, [a, b]: readonly [number, number]) => {
      high[row] = mix(high[row] ^ a);
      low[row] = mix(low[row] ^ b);
    };
    if (column.type === "s") {
      const words = column.levels.map(wordsOfText);
      column.codes.forEach((code, row) => {
        add(row, code < 0 ? MISSING : words[code]);
      });
    } else {
      column.values.forEach((value, row) => {
        add(row, wordsOfNumber(value));
      });
    }
  }
  return Float64Array.from(high, (word, row) => word * 2 ** 21 + (low[row] >>> 11));
}

type Words = readonly [number, number];

const BITS = new DataView(new ArrayBuffer(8));
const MISSING: Words = [1, 1];

function wordsOfNumber(value: number): Words {
  if (Number.isNaN(value)) return MISSING;
  // −0 is 0.
  BITS.setFloat64(0, value + 0);
  return [BITS.getUint32(0), mix(BITS.getUint32(4)) ^ BITS.getUint32(0)];
}

function wordsOfText(text: string): Words {
  if (String(Number(text)) === text) return wordsOfNumber(Number(text));
  let [a, b] = [0x811c9dc5, 0xc2b2ae35];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return [a, mix(b)];
}

/** Mixes the bits of a word (the finalizer of MurmurHash3, and a step that keeps 0 from staying 0). */
function mix(word: number): number {
  let h = (word + 0x9e3779b9) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
