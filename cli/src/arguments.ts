import { parseArgs } from "node:util";
import type { Command, Given } from "./command.js";
import { UsageError } from "./world.js";

/** Throws UsageError with what is wrong and how the command is called. */
export function givenTo(name: string, command: Command, args: string[]): Given {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([option, { value }]) => [option, { type: value === undefined ? "boolean" : "string" } as const]),
  );
  const { values, positionals } = parse(() => parseArgs({ args, options, allowPositionals: true }), name, command);
  if (positionals.length !== command.operands.length) {
    const missing = command.operands.slice(positionals.length);
    const what = missing.length > 0 ? `${missing.join(" and ")} is missing` : `"${positionals[command.operands.length]}" is too much`;
    throw new UsageError(`${what}\n${usageOf(name, command)}`);
  }
  const texts = Object.entries(values).flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : []));
  const flags = Object.keys(values).filter((option) => values[option] === true);
  return { operands: positionals, options: Object.fromEntries(texts) as Given["options"], flags: new Set(flags) };
}

function parse<T>(parsing: () => T, name: string, command: Command): T {
  try {
    return parsing();
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usageOf(name, command)}`);
  }
}

const usageOf = (name: string, { operands }: Command): string =>
  `Usage: agatha ${[name, ...operands].join(" ")} [options]\nMore: agatha ${name} --help`;

export function helpOf(name: string, command: Command): string {
  const lines = Object.entries(command.options).map(([option, { value, about }]): [string, string] => [
    `--${option}${value === undefined ? "" : ` ${value}`}`,
    about,
  ]);
  return `${command.about}\n\nUsage: agatha ${[name, ...command.operands].join(" ")} [options]\n\n${columns([...lines, ["--help", "This text"]])}`;
}

export function columns(lines: [string, string][]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

/** The option's value; throws UsageError when it is none of those. */
export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} is one of ${allowed.join(", ")}`);
  return found;
}
