/** Mark before the bytes of a model that another model wraps. No algorithm's own bytes begin like one. */
export interface Mark {
  isBefore(bytes: Uint8Array): boolean;
  add(bytes: Uint8Array): Uint8Array;
  remove(bytes: Uint8Array): Uint8Array;
}

/** Creates a mark of eight letters. */
export function createMark(letters: string): Mark {
  const mark = new TextEncoder().encode(letters);
  return {
    isBefore: (bytes) => bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte),
    add(bytes) {
      const all = new Uint8Array(mark.length + bytes.length);
      all.set(mark);
      all.set(bytes, mark.length);
      return all;
    },
    remove: (bytes) => bytes.subarray(mark.length),
  };
}
