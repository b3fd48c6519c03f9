import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { Response } from "express";
import iconv from "iconv-lite";
import { type DownloadEncoding, sendGzipCsv } from "./csv-download.js";

test.each<[DownloadEncoding, string]>([
  ["utf-8", "\ufeff"],
  ["utf-16le", "\ufeff"],
  ["big5", ""],
  ["shift_jis", ""],
  // @contract downloads-come-in-big5-and-other-encodings
])("encodes a file in %s", async (encoding, mark) => {
  const attachment = jest.fn();
  const response = Object.assign(new PassThrough(), { attachment });
  const sent = buffer(response);
  await sendGzipCsv(response as unknown as Response, { name: "a b\ud83d", encoding, header: ["\u6709"], rows: [["\u6709"], [1], ["=1"]] });
  const guard = mark === "" ? "'" : "'\u2060";
  expect(iconv.decode(gunzipSync(await sent), encoding, { stripBOM: false })).toBe(`${mark}\u6709\r\n\u6709\r\n1\r\n${guard}=1\r\n`);
  expect(attachment.mock.calls).toEqual([["a b_.csv.gz"]]);
});
