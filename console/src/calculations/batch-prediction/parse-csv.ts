/** Reads text files for a batch in the browser. Pure. */
import type { TextEncoding } from "@agatha/contracts";

const DELIMITERS = [",", ";", "\t", "|"] as const;

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

/** Returns the most frequent delimiter of the first line outside quotes. */
export function detectDelimiter(text: string): string {
  const bare = (/^[^\r\n]*/.exec(text)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ",";
}

/** Returns the fields of each line (RFC 4180). Empty lines are skipped. */
export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '"' && text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (quoted) {
      if (sign === '"') quoted = false;
      else field += sign;
    } else if (sign === '"' && field === "") quoted = true;
    else if (sign === delimiter) endField();
    else if (sign === "\n" || sign === "\r") endRow();
    else field += sign;
  }
  endRow();
  return rows;
}
