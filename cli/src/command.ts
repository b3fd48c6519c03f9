import type { CommandContext } from "./command-context.js";

export interface CommandOption {
  /** The value's name in the help; none: the option takes no value. */
  valueName?: string;
  description: string;
}

export interface ParsedArguments {
  /** In the order of the command's `operands`. */
  operands: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export interface Command {
  /** `FILE`, as the help names them; all are needed. */
  operands: string[];
  description: string;
  options: Record<string, CommandOption>;
  /** Throws what `run.ts` makes exit codes of. */
  run(given: ParsedArguments, world: CommandContext): Promise<void>;
}

/** A JSON document on a line of its own: what a script reads. */
export function printJson({ stdout }: Pick<CommandContext, "stdout">, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}
