import { InvalidInput, type TableDescription } from "@agatha/contracts";

/** Sheet that was read, and all that are not hidden. */
export type ReadWorkbook = NonNullable<TableDescription["workbook"]>;

/** Returns an error of a file that says in which of several sheets it is. Returns other errors, and those of text files, as they are. */
export function nameSheet(error: unknown, workbook: ReadWorkbook | undefined): unknown {
  if (!(error instanceof InvalidInput) || workbook === undefined) return error;
  const { sheet, sheets } = workbook;
  if (sheets.length < 2 && sheets.includes(sheet)) return error;
  const problems = error.problems.map((problem) =>
    problem.fault && problem.fault.values.inSheet === undefined
      ? {
          ...problem,
          message: `Sheet ${JSON.stringify(sheet)}: ${problem.message}`,
          fault: { ...problem.fault, values: { ...problem.fault.values, inSheet: sheet } },
        }
      : problem,
  );
  return new InvalidInput(error.code, problems);
}
