import { ERRORS, InvalidInput, RESERVED_COLUMN_NAMES } from "@agatha/contracts";

/** Largest number of columns in a dataset. */
const MAX_COLUMNS = 2000;
const MAX_NAME_LENGTH = 512;
/** Largest number of names in one error. */
const MAX_PROBLEMS = 20;

/**
 * Checks the column names in the head of a file. An unnamed last column is dropped if it has no values, and only a pass over all
 * rows shows whether it has.
 */
export function checkHeadersOfHead(headers: readonly string[]): void {
  checkHeaders(headers.length > 1 && headers.at(-1) === "" ? headers.slice(0, -1) : headers);
}

/** Checks column names, which are already trimmed. Throws InvalidInput with all problems of the first kind found. */
export function checkHeaders(headers: readonly string[]): void {
  if (headers.length > MAX_COLUMNS)
    throw new InvalidInput(ERRORS.datasetFormat, {
      path: "columns",
      message: `the file has ${headers.length} columns; at most ${MAX_COLUMNS} can be used`,
    });
  const refuse = (
    code: typeof ERRORS.duplicateColumnName | typeof ERRORS.columnName | typeof ERRORS.emptyColumnName | typeof ERRORS.reservedColumnName,
    problem: (header: string, index: number) => string | undefined,
  ) => {
    const problems = headers.flatMap((header, index) => {
      const message = problem(header, index);
      return message ? [{ path: `columns[${index}]`, message }] : [];
    });
    if (problems.length > 0) throw new InvalidInput(code, problems.slice(0, MAX_PROBLEMS));
  };
  refuse(ERRORS.emptyColumnName, (header, index) =>
    header === "" ? `column ${index + 1} has no name: name it before uploading again` : undefined,
  );
  refuse(ERRORS.reservedColumnName, (header, index) =>
    (RESERVED_COLUMN_NAMES as readonly string[]).includes(header)
      ? `column ${index + 1} is named ${header}, which is a reserved word: rename it`
      : undefined,
  );
  const first = new Map<string, number>();
  for (const [index, header] of headers.entries()) if (!first.has(header)) first.set(header, index);
  refuse(ERRORS.duplicateColumnName, (header, index) =>
    first.get(header) === index
      ? undefined
      : `columns ${(first.get(header) as number) + 1} and ${index + 1} are both named ${JSON.stringify(header)}: rename one`,
  );
  refuse(ERRORS.columnName, (header, index) =>
    header.length > MAX_NAME_LENGTH
      ? `the name of column ${index + 1} has ${header.length} characters; at most ${MAX_NAME_LENGTH} are allowed`
      : undefined,
  );
}
