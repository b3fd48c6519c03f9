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

/** Returns the rows as lines with aligned columns. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), []);
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd()).join("\n");
}

/** Returns a number with at most six significant digits, and text as it is. */
export const shortNumber = (value: number | string): string => (typeof value === "number" ? String(Number(value.toPrecision(6))) : value);
