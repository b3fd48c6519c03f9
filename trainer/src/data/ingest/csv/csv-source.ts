import { ERRORS, type FileFaultName, invalidFile } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import { quoteLiteral } from "../../tables/sql.js";
import type { Dialect } from "./dialect.js";
import { findNamesLine, type SourceHead } from "./find-names-line.js";

/** A UTF-8 text file whose first record is the header. */
export interface CsvSource {
  path: string;
  dialect: Dialect;
  headers: string[];
  /** Number of lines that were added before the file's own, or dropped if negative. */
  linesAdded?: number | undefined;
  /** Number of empty lines before the header. */
  emptyLines: number;
  /** Approximate number of characters per line, from the file's head. */
  meanLineLength: number;
  /** Beginning of the text, and the delimiter that was asked for: they show where the names may be if the header is not. */
  text?: SourceHead;
  requestedDelimiter?: string | undefined;
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

/** Returns the rows of a query that reads the whole file by `from`. Throws InvalidInput (unreadableFile) for a malformed record. */
export async function queryCsv(database: Database, source: CsvSource, statement: (from: string) => string): Promise<unknown[][]> {
  const { from, path } = readCsvClause(source);
  return await database.rows(statement(from), [path]).catch((error: unknown) => {
    throw toCsvInputError(error, source);
  });
}

/** Turns DuckDB's error about a malformed record into an InvalidInput that names line and column. Returns other errors unchanged. */
export function toCsvInputError(
  error: unknown,
  source: Pick<CsvSource, "headers" | "linesAdded" | "text" | "requestedDelimiter">,
): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const { headers, linesAdded = 0, text, requestedDelimiter } = source;
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1];
  // DuckDB reports no line if one value is longer than all that it reads at once.
  if (message.includes("Parallel CSV Reader")) return invalidFile(ERRORS.unreadableFile, "longLine");
  if (line === undefined)
    return /CSV Parser|CSV File|read_csv/.test(message) ? invalidFile(ERRORS.unreadableFile, "unreadableText") : error;
  const excerpt = /Original Line: (.*)/.exec(message)?.[1];
  const { name, ...values } = csvFault(message, headers);
  const found = text && (name === "linesAboveNames" || name === "extraValue") ? findNamesLine(text, requestedDelimiter) : undefined;
  if (found) return invalidFile(ERRORS.unreadableFile, found.name, { names: found.names });
  return invalidFile(ERRORS.unreadableFile, name, {
    line: Number(line) - linesAdded,
    ...values,
    ...(name !== "longLine" && excerpt && { excerpt }),
  });
}

function csvFault(message: string, headers: readonly string[]): { name: FileFaultName } & Record<string, string | number> {
  const found = Number(/Expected Number of Columns: \d+ Found: (\d+)/.exec(message)?.[1]);
  const expected = headers.length;
  if (found < expected) return { name: "missingValue", found, expected, position: found + 1, column: headers[found] };
  if (found > expected && expected === 1) return { name: "linesAboveNames", found };
  if (found > expected) return { name: "extraValue", found, expected, position: expected + 1 };
  if (message.includes("unterminated quote")) return { name: "openQuote" };
  return { name: /Maximum line size/.test(message) ? "longLine" : "unreadableLine" };
}
