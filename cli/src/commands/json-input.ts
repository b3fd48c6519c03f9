import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "../command-context.js";

/** Reads a JSON file; "-" is standard input. Throws UsageError, which begins with `problem`, for other text. */
export async function readJson<T>(file: string, problem: string): Promise<T> {
  return parseJson(file === "-" ? await text(process.stdin) : await readFile(file, "utf8"), problem);
}

/** Throws UsageError, which begins with `problem`, for what is no JSON. */
export function parseJson<T>(json: string, problem: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw new UsageError(`${problem}: ${(error as Error).message}`);
  }
}
