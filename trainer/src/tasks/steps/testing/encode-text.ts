import type { TextEncoding } from "@agatha/contracts";
import iconv from "iconv-lite";

/** Names of the encodings in iconv-lite. */
const CODECS: Record<TextEncoding, string> = {
  "utf-8": "utf-8",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  big5: "big5",
  gb18030: "gb18030",
  shift_jis: "shift_jis",
  "euc-jp": "euc-jp",
  "euc-kr": "cp949",
  latin1: "windows-1252",
  "windows-1250": "windows-1250",
};

/** All encodings that a file may have. */
export const ENCODINGS = Object.keys(CODECS) as TextEncoding[];

/** Returns the bytes of a text in an encoding, with a byte order mark where one is asked for and the encoding has one. */
export function encodeText(text: string, encoding: TextEncoding, mark = false): Buffer {
  return iconv.encode(text, CODECS[encoding], { addBOM: mark });
}
