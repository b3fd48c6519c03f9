/** Longest run that is kept together. */
const MAX_KEPT = 1000;

export const isAsciiLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/**
 * Returns a function that takes a text's bytes in chunks and calls `close` for each run of bytes from 0x80 on, with the bytes before and
 * after it.
 */
export function feedHighByteRuns(close: (run: readonly number[], before: number, after: number) => void): (bytes: Uint8Array) => void {
  let run: number[] = [];
  let before = 0;
  return (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte >= 0x80 && run.length < MAX_KEPT) run.push(byte);
      else {
        if (run.length > 0) close(run, before, byte);
        run = [];
        before = byte;
      }
    }
  };
}
