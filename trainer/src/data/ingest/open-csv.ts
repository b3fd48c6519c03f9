import { ERRORS, InvalidInput, unguardFormulas } from "@agatha/contracts";
import type { CsvSource } from "./csv-source.js";
import { type Dialect, detectDialect } from "./dialect.js";
import { missingHeader } from "./file-errors.js";
import { checkHeadersOfHead } from "./headers.js";
import { parseFirstRecords } from "./parse-records.js";
import type { TextFile } from "./text-file.js";

const FORBIDDEN_DELIMITER = /["\r\n\0]/;

/** Detects the dialect of a text file and reads its header. Throws InvalidInput when the header is unusable. */
export function openCsv(file: TextFile, delimiter?: string): CsvSource {
  if (delimiter && FORBIDDEN_DELIMITER.test(delimiter))
    throw new InvalidInput(ERRORS.badRequest, {
      path: "source.delimiter",
      message: "a quote or a line end cannot delimit values: choose another character",
    });
  const dialect = detectDialect(file.head, file.complete, delimiter);
  const headers = readHeaders(file, dialect);
  checkHeadersOfHead(headers);
  return { path: file.path, dialect, headers, emptyLines: countLeadingEmptyLines(file.head), meanLineLength: meanLineLength(file.head) };
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
  throw new InvalidInput(ERRORS.unreadableFile, {
    path: "line 1",
    message: `no line end was found in the first ${head.length} characters`,
  });
}

function countLeadingEmptyLines(head: string): number {
  const ends = /^[\r\n]*/.exec(head)?.[0] ?? "";
  return ends.replaceAll("\r\n", "\n").length;
}
