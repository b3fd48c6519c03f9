import { isUtf8 } from "node:buffer";

/** Incremental validator of UTF-8. A character may be split between two calls. */
export interface Utf8Validator {
  feed(bytes: Uint8Array): void;
  /** Offset of the first byte that is not UTF-8, from 0; undefined if there is none. */
  readonly firstInvalid: number | undefined;
  /** Whether nearly all bytes from 0x80 on form valid characters, so that the file is damaged UTF-8 rather than another encoding. */
  readonly isNearlyValid: boolean;
}

/** Valid characters per invalid byte from which a file counts as damaged UTF-8. Other encodings stay far below. */
const MIN_VALID_RATIO = 20;

/** Returns a validator (RFC 3629) that is fed a file's bytes in their order. */
export function createUtf8Validator(): Utf8Validator {
  let position = 0;
  let carried: Uint8Array = new Uint8Array(0);
  let firstInvalid: number | undefined;
  let valid = 0;
  let invalid = 0;
  const countEach = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; ) {
      const length = characterLength(bytes, i);
      if (bytes[i] >= 0x80 && length > 0) valid++;
      if (length === 0) {
        firstInvalid ??= position + i;
        invalid++;
      }
      i += length || 1;
    }
  };
  return {
    feed(bytes) {
      const joined = carried.length > 0 ? Buffer.concat([carried, bytes]) : bytes;
      const whole = joined.subarray(0, joined.length - incompleteSuffixLength(joined));
      carried = joined.slice(whole.length);
      if (firstInvalid === undefined && isUtf8(whole)) valid += 1;
      else countEach(whole);
      position += whole.length;
    },
    get firstInvalid() {
      return firstInvalid ?? (carried.length > 0 ? position : undefined);
    },
    get isNearlyValid() {
      return valid >= MIN_VALID_RATIO * (invalid + (carried.length > 0 ? 1 : 0));
    },
  };
}

/** Returns the number of bytes at the end that begin an incomplete character. */
function incompleteSuffixLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Returns the length of the valid character at `index`, or 0 if there is none. */
function characterLength(bytes: Uint8Array, index: number): number {
  const length = sequenceLength(bytes[index]);
  return length > 0 && index + length <= bytes.length && isUtf8(bytes.subarray(index, index + length)) ? length : 0;
}
