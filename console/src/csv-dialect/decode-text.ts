/** Decodes text files in the browser. Pure. */
import type { TextEncoding } from "@agatha/contracts";

/**
 * Decodes by the declared encoding, else by the byte order mark, else as UTF-8. Bytes that are not UTF-8 are decoded in the
 * default encoding.
 */
export function decodeText(
  bytes: Uint8Array,
  declaredEncoding: TextEncoding | null,
  fallbackEncoding: TextEncoding,
): { text: string; encoding: TextEncoding } {
  const encoding = declaredEncoding ?? encodingFromBom(bytes) ?? (isUtf8(bytes) ? "utf-8" : fallbackEncoding);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingFromBom([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
