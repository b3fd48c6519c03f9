import { decodeText, type TextForm } from "./tokenizer.js";

/** Names of a row that are remembered, and their longest in bytes. */
const MAX_REMEMBERED_NAMES = 4_096;
const MAX_REMEMBERED_BYTES = 1_024;

/**
 * Names of rows in their order, with what they mean. Rows repeat their names in the same order, so a name is usually found by its
 * bytes in its place, without a text.
 */
export class NamesInOrder<T> {
  private readonly bytes: Buffer[] = [];
  private readonly meanings: (T | undefined)[] = [];

  constructor(private readonly find: (name: string) => T | undefined) {}

  match(place: number, bytes: Buffer, start: number, end: number, form: TextForm): T | undefined {
    const remembered = this.bytes[place];
    if (remembered !== undefined && isSame(remembered, bytes, start, end)) return this.meanings[place];
    if (form === "tooLong") return undefined;
    const found = this.find(decodeText(bytes, start, end, form));
    if (place < MAX_REMEMBERED_NAMES && end - start <= MAX_REMEMBERED_BYTES) {
      this.bytes[place] = Buffer.from(bytes.subarray(start, end));
      this.meanings[place] = found;
    }
    return found;
  }
}

function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
