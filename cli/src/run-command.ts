import { ERRORS, errorReason } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { Command } from "./command.js";
import { type CommandContext, CommandFailed, EXIT_CODES, type ExitCode, NotLoggedIn, UsageError } from "./command-context.js";
import { alignRows } from "./commands/output.js";
import { connectionErrorLines } from "./connection-error.js";
import { helpText, parseArguments } from "./parse-arguments.js";

type Commands = Readonly<Record<string, Command>>;

const overviewText = (commands: Commands): string => `Agatha from the command line: tables in, models and predictions out.

Usage: agatha COMMAND [options]

${alignRows(Object.entries(commands).map(([name, { operands, description }]) => [[name, ...operands].join(" "), description]))}

Results go to standard output, one JSON document a line; progress and errors to standard error.
Exit codes: ${EXIT_CODES.done} done, ${EXIT_CODES.refused} refused or failed, ${EXIT_CODES.usage} wrong usage, ${EXIT_CODES.loggedOut} not logged in, ${EXIT_CODES.unreachable} the server does not answer.
The session is kept in ~/.config/agatha/session.json (or AGATHA_SESSION_FILE), for its owner only.`;

/** Runs the command that the first argument names, and resolves to the exit code. It prints errors itself. */
export async function runCommand(args: string[], context: CommandContext, commands: Commands): Promise<ExitCode> {
  const [name = "", ...rest] = args;
  if (["", "help", "--help", "-h"].includes(name)) {
    const asked = name !== "";
    const help = overviewText(commands);
    if (asked) context.stdout.write(`${help}\n`);
    else context.log(help);
    return asked ? EXIT_CODES.done : EXIT_CODES.usage;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    context.log(`There is no command "${name}". See: agatha --help`);
    return EXIT_CODES.usage;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    context.stdout.write(`${helpText(name, command)}\n`);
    return EXIT_CODES.done;
  }
  try {
    await command.run(parseArguments(name, command, rest), context);
    return EXIT_CODES.done;
  } catch (error) {
    return reportError(error, context);
  }
}

const UNREACHABLE_CODES: readonly string[] = [ERRORS.serverUnavailable, ERRORS.databaseUnavailable];
const SESSION_ERROR_CODES: readonly string[] = [ERRORS.unauthorized, ERRORS.accountDisabled, ERRORS.csrfTokenInvalid];

function reportError(error: unknown, { log, signal }: CommandContext): ExitCode {
  if (signal.aborted) {
    if (signal.reason.code === "EPIPE") return EXIT_CODES.done;
    log("Interrupted; what the server has begun goes on.");
    return EXIT_CODES.refused;
  }
  if (error instanceof UsageError || error instanceof NotLoggedIn || error instanceof CommandFailed) {
    log(error.message);
    return error instanceof UsageError ? EXIT_CODES.usage : error instanceof NotLoggedIn ? EXIT_CODES.loggedOut : EXIT_CODES.refused;
  }
  if (error instanceof ApiError) {
    log(`${error.message} (${error.code})`);
    for (const { path, message } of error.detail) log(`  ${path}: ${message}`);
    for (const line of connectionErrorLines(error)) log(line);
    if (UNREACHABLE_CODES.includes(error.code)) return EXIT_CODES.unreachable;
    if (!SESSION_ERROR_CODES.includes(error.code)) return EXIT_CODES.refused;
    log("Log in again: agatha login URL --user NAME");
    return EXIT_CODES.loggedOut;
  }
  log(fileErrorMessage(error) ?? errorReason(error));
  return EXIT_CODES.refused;
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EACCES: "may not be used",
  EISDIR: "is a folder",
  ENOSPC: "cannot be written: the disk is full",
};

function fileErrorMessage(error: unknown): string | undefined {
  const { code = "", path } = (error ?? {}) as NodeJS.ErrnoException;
  return FILE_ERRORS[code] === undefined ? undefined : `The file ${path === undefined ? "" : `"${path}" `}${FILE_ERRORS[code]}`;
}
