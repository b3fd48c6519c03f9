import type { CommandContext } from "./command-context.js";

export interface CommandOption {
  /** Name of the value in the help; absent if the option takes no value. */
  valueName?: string;
  description: string;
}

export interface ParsedArguments {
  /** Values in the order of the command's `operands`. */
  operands: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export interface Command {
  /** Names of operands in the help, such as `FILE`; all are required. */
  operands: string[];
  description: string;
  options: Record<string, CommandOption>;
  /** Runs the command. Throws errors that `run-command.ts` maps to exit codes. */
  run(given: ParsedArguments, context: CommandContext): Promise<void>;
}
