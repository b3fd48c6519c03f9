import {
  ERRORS,
  type ErrorCode,
  type FileFaultName,
  fileProblem,
  InvalidInput,
  invalidFile,
  RESERVED_COLUMN_NAMES,
} from "@agatha/contracts";
import { findNamesLine, type SourceHead } from "./find-names-line.js";

/** Largest number of columns in a dataset. */
const MAX_COLUMNS = 2000;
const MAX_NAME_LENGTH = 512;
/** Largest number of names in one error. */
const MAX_PROBLEMS = 20;

/**
 * Checks the column names in the head of a file. An unnamed last column is dropped if it has no values, and only a pass over all
 * rows shows whether it has. It stays where the first one has no name either, as in ,a,b,. If the names seem to be in another line of
 * the text, the error tells it.
 */
export function checkHeadersOfHead(headers: readonly string[], text: SourceHead, delimiter?: string): void {
  const isBordered = headers[0] === "";
  const names = headers.length > 1 && headers.at(-1) === "" && !isBordered ? headers.slice(0, -1) : headers;
  const unnamed = names.indexOf("");
  const found = unnamed === -1 ? undefined : findNamesLine(text, delimiter);
  if (found) throw invalidFile(ERRORS.emptyColumnName, found.name, { names: found.names }, `columns[${unnamed}]`);
  checkHeaders(names);
}

/** Checks column names, which are already trimmed. Throws InvalidInput with all problems of the first kind found. */
export function checkHeaders(headers: readonly string[]): void {
  if (headers.length > MAX_COLUMNS)
    throw invalidFile(ERRORS.datasetFormat, "tooManyColumns", { found: headers.length, expected: MAX_COLUMNS }, "columns");
  const refuse = (
    code: ErrorCode,
    name: FileFaultName,
    faulty: (header: string, index: number) => Record<string, string | number> | null,
  ) => {
    const problems = headers.flatMap((header, index) => {
      const values = faulty(header, index);
      return values ? [fileProblem(name, { position: index + 1, ...values }, `columns[${index}]`)] : [];
    });
    if (problems.length > 0) throw new InvalidInput(code, problems.slice(0, MAX_PROBLEMS));
  };
  const isIndexAlone = headers.length > 1 && headers.lastIndexOf("") === 0;
  refuse(ERRORS.emptyColumnName, isIndexAlone ? "unnamedIndex" : "unnamedColumn", (header) => (header === "" ? {} : null));
  const reserved: readonly string[] = RESERVED_COLUMN_NAMES;
  refuse(ERRORS.reservedColumnName, "reservedName", (header) => (reserved.includes(header) ? { column: header } : null));
  const first = new Map<string, number>();
  for (const [index, header] of headers.entries()) if (!first.has(header)) first.set(header, index);
  refuse(ERRORS.duplicateColumnName, "repeatedName", (header, index) => {
    const earlier = first.get(header)!;
    return earlier === index ? null : { first: earlier + 1, column: JSON.stringify(header) };
  });
  refuse(ERRORS.columnName, "longName", (header) =>
    header.length > MAX_NAME_LENGTH ? { found: header.length, expected: MAX_NAME_LENGTH } : null,
  );
}
