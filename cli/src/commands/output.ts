import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { CommandContext } from "../command-context.js";

/** Standard output must not be closed. */
export const openOutput = ({ stdout }: Pick<CommandContext, "stdout">, file: string | undefined): Writable =>
  file === undefined ? stdout : createWriteStream(file);

/** Prints a JSON document on one line, for scripts. */
export function printJson({ stdout }: Pick<CommandContext, "stdout">, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}
