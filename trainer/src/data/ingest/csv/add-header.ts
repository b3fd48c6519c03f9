import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { detectDialect } from "./dialect.js";
import { parseFirstRecords } from "./parse-records.js";
import type { TextFile } from "./text-file.js";

/**
 * Copies a text without a header with a line that names its columns Column1, Column2 and so on, as many as its first record
 * has. Lines of errors then count without it.
 */
export async function addHeader(
  { file, delimiter: requested }: { file: TextFile; delimiter?: string },
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<TextFile> {
  const { head, complete } = file;
  const { delimiter, quote } = detectDialect(file, requested);
  const [first = []] = parseFirstRecords(head, { delimiter, quote }, { records: 1, complete });
  // With another kind of line end than the file's own, the kinds would be mixed.
  const lineEnd = /\r\n|\n|\r/.exec(head)?.[0] ?? "\n";
  const header = first.map((_, i) => `Column${i + 1}`).join(delimiter) + lineEnd;
  // Below the names, an empty line is a missing value of a single column.
  const [above = ""] = /^[\r\n]*/.exec(head) ?? [];
  const path = join(scratch, "with-header.csv");
  async function* lines(): AsyncGenerator<string | Buffer> {
    yield above + header;
    yield* createReadStream(file.path, { start: above.length, highWaterMark: 1 << 20 });
  }
  await pipeline(lines, createWriteStream(path), { signal });
  return { ...file, path, head: above + header + head.slice(above.length), linesAdded: (file.linesAdded ?? 0) + 1 };
}
