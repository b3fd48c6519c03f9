import type { TextEncoding } from "@agatha/contracts";

/** Display names of text encodings. */
export const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  big5: "Big5 (繁體中文)",
  gb18030: "GB18030 (简体中文)",
  shift_jis: "Shift_JIS (日本語)",
  "euc-jp": "EUC-JP (日本語)",
  "euc-kr": "EUC-KR (한국어)",
  latin1: "Latin-1",
  "windows-1250": "Windows-1250 (polski, čeština, magyar)",
} as const satisfies Record<TextEncoding, string>;
