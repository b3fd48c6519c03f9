import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { GUARD_MARK, textEncoding } from "@agatha/contracts";
import { type CsvCell, csvCell } from "@agatha/contracts/csv/csv-cell";
import type { Response } from "express";
import iconv from "iconv-lite";
import { z } from "zod";
import { nameAttachment } from "./attachment.js";

export const downloadQuery = z.object({ encoding: textEncoding.default("utf-8").describe("Text encoding of the file.") });
export type DownloadEncoding = z.output<typeof downloadQuery>["encoding"];

interface CsvDownload {
  /** Without an extension. */
  name: string;
  encoding: DownloadEncoding;
  header: readonly string[];
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>;
}

/**
 * Streams a compressed CSV file (RFC 4180). UTF-8 and UTF-16 begin with a byte order mark, which spreadsheets need. Characters
 * that an encoding lacks become question marks.
 */
export async function sendGzipCsv(response: Response, { name, encoding, header, rows }: CsvDownload): Promise<void> {
  nameAttachment(response, `${name}.csv.gz`);
  const text = Readable.from(csvLines(header, rows, UNICODE.test(encoding)));
  await pipeline(text, iconv.encodeStream(encoding, { addBOM: encoding.startsWith("utf") }), createGzip(), response);
}

/** Encodings that have every character. In others the mark of a guard would become a question mark. */
const UNICODE = /^(utf|gb18030)/;

async function* csvLines(header: readonly string[], rows: CsvDownload["rows"], marked: boolean): AsyncGenerator<string> {
  const lineOf = (row: readonly CsvCell[]) => {
    const line = `${row.map(csvCell).join(",")}\r\n`;
    return marked ? line : line.replaceAll(GUARD_MARK, "");
  };
  yield lineOf(header);
  for await (const row of rows) yield lineOf(row);
}
