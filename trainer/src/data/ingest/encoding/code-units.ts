interface CodeUnits {
  /** Bytes of a unit. */
  width: 1 | 2;
  /** Whether the first byte of two is the higher one. */
  bigEndian: boolean;
  count: number;
  unitAt(index: number): number;
}

/** Returns the code units of a text. Zero bytes mean UTF-16, in which most of them are the high bytes of delimiters and line ends. */
export function codeUnits(bytes: Uint8Array): CodeUnits {
  if (!bytes.includes(0)) return { width: 1, bigEndian: false, count: bytes.length, unitAt: (index) => bytes[index] };
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]++;
  const high = zeros[0] > zeros[1] ? 0 : 1;
  return {
    width: 2,
    bigEndian: high === 0,
    count: Math.floor(bytes.length / 2),
    unitAt: (index) => bytes[2 * index + high] * 256 + bytes[2 * index + 1 - high],
  };
}
