import type { Column, TextColumn } from "./table.js";

/**
 * Returns a digest of each row: the same for rows with the same values in these columns, in their order. Two different rows have
 * the same one with a probability of 2⁻⁵³. Text that is written as a number counts as that number.
 */
export function rowDigests(columns: readonly Column[], nrow: number): Float64Array {
  const high = new Uint32Array(nrow).fill(0x811c9dc5);
  const low = new Uint32Array(nrow).fill(0x9e3779b9);
  for (const column of columns) {
    const words = column.type === "s" ? wordsOfCodes(column) : wordsOfNumbers(column.values);
    for (let row = 0; row < nrow; row++) {
      high[row] = mix(high[row] ^ words[2 * row]);
      low[row] = mix(low[row] ^ words[2 * row + 1]);
    }
  }
  return Float64Array.from(high, (word, row) => word * 2 ** 21 + (low[row] >>> 11));
}

const BITS = new DataView(new ArrayBuffer(8));

/** Returns two words for each number; 1 and 1 for a missing one. */
function wordsOfNumbers(values: Float64Array): Uint32Array {
  const words = new Uint32Array(2 * values.length).fill(1);
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    // −0 is 0.
    BITS.setFloat64(0, values[i] + 0);
    words[2 * i] = BITS.getUint32(0);
    words[2 * i + 1] = mix(BITS.getUint32(4)) ^ BITS.getUint32(0);
  }
  return words;
}

function wordsOfCodes({ codes, levels }: TextColumn): Uint32Array {
  const ofLevels = levels.map(wordsOfText);
  const words = new Uint32Array(2 * codes.length).fill(1);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) words.set(ofLevels[codes[row]], 2 * row);
  return words;
}

function wordsOfText(text: string): ArrayLike<number> {
  if (String(Number(text)) === text) return wordsOfNumbers(Float64Array.of(Number(text)));
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
