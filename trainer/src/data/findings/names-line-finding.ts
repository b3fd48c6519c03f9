import { type DataFinding, describeFinding, FINDING_TEXTS, type TableDescription } from "@agatha/contracts";

/** Returns a finding if the names of the columns seem to be below the line that was read as the name of the only one. */
export function namesLineFinding({ namesLine }: Pick<TableDescription, "namesLine">): DataFinding[] {
  if (namesLine === undefined) return [];
  const finding = { code: "names_in_line" as const, values: { line: namesLine } };
  const { what, training } = describeFinding(finding, FINDING_TEXTS.en);
  return [{ ...finding, message: `${what} ${training}` }];
}
