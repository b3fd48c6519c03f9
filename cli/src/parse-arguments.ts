import { parseArgs } from "node:util";
import { errorReason } from "@agatha/contracts";
import type { Command, ParsedArguments } from "./command.js";
import { UsageError } from "./command-context.js";
import { alignRows } from "./commands/output.js";

/** Parses the arguments. Throws UsageError with the problem and the command's usage. */
export function parseArguments(name: string, command: Command, args: string[]): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([option, { valueName }]) => [
      option,
      { type: valueName === undefined ? "boolean" : "string" } as const,
    ]),
  );
  const { values, positionals } = withUsage(() => parseArgs({ args, options, allowPositionals: true }), name, command);
  if (positionals.length !== command.operands.length) {
    const missing = command.operands.slice(positionals.length);
    const what = missing.length > 0 ? `${missing.join(" and ")} is missing` : `"${positionals[command.operands.length]}" is too much`;
    throw new UsageError(`${what}\n${usageText(name, command)}`);
  }
  const texts = Object.entries(values).flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : []));
  const flags = Object.keys(values).filter((option) => values[option] === true);
  return { operands: positionals, options: Object.fromEntries(texts) as ParsedArguments["options"], flags: new Set(flags) };
}

function withUsage<T>(parsing: () => T, name: string, command: Command): T {
  try {
    return parsing();
  } catch (error) {
    throw new UsageError(`${errorReason(error)}\n${usageText(name, command)}`);
  }
}

const usageText = (name: string, { operands }: Command): string =>
  `Usage: agatha ${[name, ...operands].join(" ")} [options]\nMore: agatha ${name} --help`;

/** Returns the description, the usage and the options of a command. */
export function helpText(name: string, command: Command): string {
  const lines = Object.entries(command.options).map(([option, { valueName, description }]): [string, string] => [
    `--${option}${valueName === undefined ? "" : ` ${valueName}`}`,
    description,
  ]);
  return `${command.description}\n\nUsage: agatha ${[name, ...command.operands].join(" ")} [options]\n\n${alignRows([...lines, ["--help", "This text"]])}`;
}

/** Returns the option's value. Throws UsageError if it is not one of the allowed values. */
export function parseChoice<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} is one of ${allowed.join(", ")}`);
  return found;
}

/** Returns the option's number, from 0; undefined without the option. Throws UsageError for other text. */
export function parseWholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} is a whole number`);
  return Number(text);
}

/** Returns the option's number. Throws UsageError for other text. */
export function parseNumber(option: string, given: string): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (!Number.isFinite(value)) throw new UsageError(`--${option}: "${given}" is no number`);
  return value;
}
