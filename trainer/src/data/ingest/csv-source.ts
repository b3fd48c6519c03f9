import { ERRORS, InvalidInput } from "@agatha/contracts";
import { quoteLiteral } from "../tables/sql.js";
import type { Dialect } from "./dialect.js";

/** A UTF-8 text file whose first record is the header. */
export interface CsvSource {
  path: string;
  dialect: Dialect;
  headers: string[];
  /** Number of empty lines before the header. */
  emptyLines: number;
  /** Approximate number of characters per line, from the file's head. */
  meanLineLength: number;
}

/** Returns the SQL name of column `index` while the file is read. Headers become identifiers only in Parquet. */
export function csvColumnName(index: number): string {
  return `c${index}`;
}

/** Bytes that DuckDB reads at once. Its default of 32 MB is a third of all the memory that it may use here. */
const BUFFER_BYTES = 8_000_000;

/** Returns a FROM clause with all records after the header. Every value is text, an empty one NULL. The caller binds the path as $1. */
export function readCsvClause({ path, dialect, headers, emptyLines }: CsvSource): { from: string; path: string } {
  const columns = headers.map((_, index) => `${csvColumnName(index)}: 'VARCHAR'`).join(", ");
  const options = [
    "auto_detect = false",
    `skip = ${emptyLines}`,
    "header = true",
    `delim = ${quoteLiteral(dialect.delimiter)}`,
    `quote = ${quoteLiteral(dialect.quote)}`,
    `escape = ${quoteLiteral(dialect.escape)}`,
    `buffer_size = ${BUFFER_BYTES}`,
    `columns = {${columns}}`,
  ];
  return { from: `read_csv($1, ${options.join(", ")})`, path };
}

/** Turns DuckDB's error about a malformed record into an InvalidInput that names line and column. Returns other errors unchanged. */
export function toCsvInputError(error: unknown, headers: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const line = /CSV Error on Line: (\d+)/.exec(error.message)?.[1];
  if (line === undefined) {
    if (!/CSV Parser|CSV File|read_csv/.test(error.message)) return error;
    return new InvalidInput(ERRORS.unreadableFile, {
      path: "file",
      message: "the file cannot be read as a table of delimited text: check quotes and line ends",
    });
  }
  return new InvalidInput(ERRORS.unreadableFile, { path: `line ${line}`, message: explainCsvError(error.message, headers) });
}

function explainCsvError(message: string, headers: readonly string[]): string {
  const original = /Original Line: (.*)/.exec(message)?.[1]?.slice(0, 200);
  const shown = original ? ` It reads: ${original}` : "";
  const found = Number(/Expected Number of Columns: \d+ Found: (\d+)/.exec(message)?.[1]);
  if (found < headers.length)
    return `the line ends after ${found} of ${headers.length} columns: column ${found + 1} (${headers[found]}) is missing.${shown}`;
  if (found > headers.length)
    return `the line has ${found} values, but only ${headers.length} columns are named: value ${headers.length + 1} is too many.${shown}`;
  if (message.includes("unterminated quote")) return `a quoted value does not end where it should: double the quotes inside it.${shown}`;
  if (/Maximum line size/.test(message)) return "the line is longer than 2,000,000 bytes: check that every quoted value ends";
  return `the line cannot be read.${shown}`;
}
