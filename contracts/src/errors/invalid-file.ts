import type { ErrorCode } from "./error-catalogue.js";
import { InvalidInput, type Problem } from "./error-classes.js";
import { FILE_FAULTS, type FileFaultName } from "./file-faults.js";

type FaultValues = Record<string, string | number>;

/** Characters of a value, such as a column's name, that a fault keeps. */
const MAX_VALUE_LENGTH = 200;

/**
 * Returns a problem of a file. Of its values, `line` becomes the path unless one is given, and `excerpt`, the line itself, follows
 * the text.
 */
export function fileProblem(name: FileFaultName, values: FaultValues = {}, path?: string): Problem {
  const shown = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value).slice(0, MAX_VALUE_LENGTH)]));
  const text = FILE_FAULTS[name].replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => shown[key] ?? "");
  return {
    path: path ?? (shown.line ? `line ${shown.line}` : "file"),
    message: shown.excerpt ? `${text} It reads: ${shown.excerpt}` : text,
    fault: { name, values: shown },
  };
}

/** Returns the error of a file that has the fault of this name. */
export function invalidFile(code: ErrorCode, ...[name, values, path]: Parameters<typeof fileProblem>): InvalidInput {
  return new InvalidInput(code, fileProblem(name, values, path));
}
