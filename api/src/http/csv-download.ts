import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { guardFormulas, textEncoding } from "@agatha/contracts";
import type { Response } from "express";
import iconv from "iconv-lite";
import { z } from "zod";

export const downloadQuery = z.object({ encoding: textEncoding.default("utf-8").describe("Text encoding of the file.") });
export type DownloadEncoding = z.output<typeof downloadQuery>["encoding"];

export type CsvCell = string | number | boolean | null | undefined;

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
  response.set("Content-Type", "application/gzip");
  response.set("Content-Disposition", `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, "_")}.csv.gz"`);
  const text = Readable.from(csvLines(header, rows));
  await pipeline(text, iconv.encodeStream(encoding, { addBOM: encoding.startsWith("utf") }), createGzip(), response);
}

async function* csvLines(header: readonly string[], rows: CsvDownload["rows"]): AsyncGenerator<string> {
  yield `${header.map(csvCell).join(",")}\r\n`;
  for await (const row of rows) yield `${row.map(csvCell).join(",")}\r\n`;
}

/** Returns the cell. In text that a spreadsheet would take for a formula an apostrophe stands before it. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  return csvField(guardFormulas(value));
}

/** Returns a field according to RFC 4180. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
