import { ERRORS, invalidFile, unguardFormulas } from "@agatha/contracts";
import type { CsvSource } from "./csv-source.js";
import { type Dialect, detectDialect } from "./dialect.js";
import { missingHeader } from "./file-errors.js";
import { checkHeadersOfHead } from "./headers.js";
import { parseFirstRecords } from "./parse-records.js";
import type { TextFile } from "./text-file.js";

const FORBIDDEN_DELIMITER = /["\r\n\0]/;

/** Detects the dialect of a text file and reads its header. Throws InvalidInput when the header is unusable. */
export function openCsv(file: TextFile, delimiter?: string): CsvSource {
  if (delimiter && FORBIDDEN_DELIMITER.test(delimiter)) throw invalidFile(ERRORS.badRequest, "badDelimiter", {}, "source.delimiter");
  const dialect = detectDialect(file, delimiter);
  const headers = readHeaders(file, dialect);
  checkHeadersOfHead(headers, file, delimiter);
  const { path, linesAdded } = file;
  return {
    path,
    dialect,
    headers,
    linesAdded,
    emptyLines: countLeadingEmptyLines(file.head),
    meanLineLength: meanLineLength(file.head),
    text: file,
    requestedDelimiter: delimiter,
  };
}

function meanLineLength(head: string): number {
  let ends = 0;
  for (let at = head.search(/[\r\n]/); at !== -1 && at < head.length; at++) if (head[at] === "\n" || head[at] === "\r") ends++;
  return head.length / Math.max(1, ends);
}

function readHeaders({ head, complete }: TextFile, dialect: Dialect): string[] {
  const [header] = parseFirstRecords(head, dialect, { records: 1, complete });
  if (header) return header.map((name) => unguardFormulas(name).trim());
  if (complete) throw missingHeader();
  throw invalidFile(ERRORS.unreadableFile, "noLineEnd", { line: 1, characters: head.length });
}

function countLeadingEmptyLines(head: string): number {
  const ends = /^[\r\n]*/.exec(head)?.[0] ?? "";
  return ends.replaceAll("\r\n", "\n").length;
}
