import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { Response } from "express";
import iconv from "iconv-lite";
import { csvCell, type DownloadEncoding, sendGzipCsv } from "./csv-download.js";

test.each<[string, Parameters<typeof csvCell>[0], string]>([
  ["plain text", "iron", "iron"],
  ["a comma", "a,b", '"a,b"'],
  ["quotes", 'say "no"', '"say ""no"""'],
  ["a line break", "a\nb", '"a\nb"'],
  ["a formula", "=1+1", "'\u2060=1+1"],
  ["a formula in quotes", '@SUM(1,"2")', `"'\u2060@SUM(1,""2"")"`],
  ["a formula after blanks and a line feed", " \n=1", '" \n\'\u2060=1"'],
  ["a formula with a full-width sign", "＝1", "'\u2060＝1"],
  ["a formula in a list with semicolons", "a;=1;b", "a;'\u2060=1;b"],
  ["a negative number", -5, "-5"],
  ["a class that is a negative number", "-1", "-1"],
  ["nothing", null, ""],
  ["yes", true, "true"],
])("encodes a cell with %s", (_what, value, written) => {
  expect(csvCell(value)).toBe(written);
});

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
