import { decodeText } from "./decode-text.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
/** 溫度 in Big5. */
const BIG5 = Uint8Array.of(0xb7, 0xc5, 0xab, 0xd7);

test.each([
  ["UTF-8", utf8("溫度"), null, "溫度", "utf-8"],
  ["UTF-8 with a byte order mark", utf8("\uFEFF溫度"), null, "溫度", "utf-8"],
  ["UTF-16 with a byte order mark", Uint8Array.of(0xff, 0xfe, 0xab, 0x6e), null, "溫", "utf-16le"],
  ["the usual encoding if it is not valid UTF-8", BIG5, null, "溫度", "big5"],
  ["the chosen encoding", utf8("é"), "latin1", "Ã©", "latin1"],
] as const)("a file is decoded as %s", (_what, bytes, declaredEncoding, text, encoding) => {
  expect(decodeText(bytes, declaredEncoding, "big5")).toEqual({ text, encoding });
});
