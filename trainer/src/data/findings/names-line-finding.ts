import type { DataFinding, TableDescription } from "@agatha/contracts";
import { withMessage } from "./with-message.js";

/** Returns a finding if the names of the columns seem to be below the line that was read as the name of the only one. */
export function namesLineFinding({ namesLine }: Pick<TableDescription, "namesLine">): DataFinding[] {
  return namesLine === undefined ? [] : [withMessage({ code: "names_in_line", values: { line: namesLine } })];
}
