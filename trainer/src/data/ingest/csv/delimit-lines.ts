import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ERRORS, invalidFile } from "@agatha/contracts";
import type { TextHead } from "./dialect.js";
import type { SourceHead } from "./find-names-line.js";

/** Returns the values of a row, or undefined where it does not fit the layout. */
export type LineReader = (line: string) => string[] | undefined;

export type DelimitedText<T> = T & { delimiter: string };

const LINE_END = /\r\n|\n|\r/;
const DELIMITER = "\t";
/** Line that programs draw below the names or around a table. */
const RULE = /^(?=[-=+|: \t]+$).*(?:---|===|[|+]\s*:?-{1,2}:?\s*[|+])/;

/** Number of rows that clients of databases print below a table. */
const FOOTER = /^\s*(?:\(\d+ \p{L}[^|]*\)|\d+ rows? in set[^|]*)$/u;

export const isRule = (line: string): boolean => RULE.test(line);

/** Returns false for an empty line, a rule and the number of rows below a table. */
export const isRow = (line: string): boolean => line.trim() !== "" && !isRule(line) && !FOOTER.test(line);

/** Returns the complete lines of the beginning of a text. */
export function linesOf({ head, complete }: TextHead): string[] {
  const lines = head.split(LINE_END);
  // The last line is empty, or cut off.
  return complete && lines.at(-1) !== "" ? lines : lines.slice(0, -1);
}

/**
 * Copies a text as a delimited one, line by line, with empty lines in place of what is no row, so that line numbers stay. Throws
 * InvalidInput (unreadableFile) for a line that does not fit the layout.
 */
export async function delimitLines<T extends SourceHead & { path: string }>(
  file: T,
  read: LineReader,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<DelimitedText<T>> {
  const path = join(scratch, "delimited.csv");
  let line = 0;
  const delimited = (text: string): string => {
    line++;
    const values = valuesOf(text, read);
    if (!values) throw invalidFile(ERRORS.unreadableFile, "unreadableLine", { line: line - (file.linesAdded ?? 0), excerpt: text });
    return joined(values);
  };
  async function* lines(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
    let held = "";
    for await (const chunk of chunks) {
      // A carriage return at the end may be half of a line end.
      const parts = (held + String(chunk)).split(LINE_END);
      held = parts.pop() ?? "";
      if (String(chunk).endsWith("\r")) held = `${parts.pop() ?? ""}\r${held}`;
      if (parts.length > 0) yield `${parts.map(delimited).join("\n")}\n`;
    }
    if (held !== "") yield `${delimited(held.replace(/\r$/, ""))}\n`;
  }
  await pipeline(createReadStream(file.path, { encoding: "utf8", highWaterMark: 1 << 20 }), lines, createWriteStream(path), { signal });
  const head = linesOf(file).map((text) => joined(valuesOf(text, read) ?? []));
  return { ...file, path, head: `${head.join("\n")}\n`, delimiter: DELIMITER };
}

const valuesOf = (text: string, read: LineReader) => (isRow(text) ? read(text) : []);

const quoted = (value: string): string => (/["\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const joined = (values: readonly string[]): string => values.map(quoted).join(DELIMITER);
