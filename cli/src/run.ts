import { ApiError } from "@agatha/contracts/client";
import { columns, givenTo, helpOf } from "./arguments.js";
import { COMMANDS } from "./commands/index.js";
import { EXIT, type ExitCode, Failed, LoggedOut, UsageError, type World } from "./world.js";

const HELP = `Agatha from the command line: tables in, models and predictions out.

Usage: agatha COMMAND [options]

${columns(Object.entries(COMMANDS).map(([name, { operands, about }]) => [[name, ...operands].join(" "), about]))}

Results go to standard output, one JSON document a line; progress and errors to standard error.
Exit codes: ${EXIT.done} done, ${EXIT.refused} refused or failed, ${EXIT.usage} wrong usage, ${EXIT.loggedOut} not logged in, ${EXIT.unreachable} the server does not answer.
The session is kept in ~/.config/agatha/session.json (or AGATHA_SESSION_FILE), for its owner only.`;

/** Resolves to the exit code; says itself what went wrong. */
export async function runCommand(args: string[], world: World): Promise<ExitCode> {
  const [name = "", ...rest] = args;
  if (["", "help", "--help", "-h"].includes(name)) {
    const asked = name !== "";
    if (asked) world.out.write(`${HELP}\n`);
    else world.say(HELP);
    return asked ? EXIT.done : EXIT.usage;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
  if (!command) {
    world.say(`There is no command "${name}". See: agatha --help`);
    return EXIT.usage;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    world.out.write(`${helpOf(name, command)}\n`);
    return EXIT.done;
  }
  try {
    await command.run(givenTo(name, command, rest), world);
    return EXIT.done;
  } catch (error) {
    return told(error, world);
  }
}

const LOGIN_AGAIN: readonly string[] = ["010301", "010304", "010306"];

function told(error: unknown, { say, signal }: World): ExitCode {
  if (signal.aborted) {
    say("Interrupted; what the server has begun goes on.");
    return EXIT.refused;
  }
  if (error instanceof UsageError || error instanceof LoggedOut || error instanceof Failed) {
    say(error.message);
    return error instanceof UsageError ? EXIT.usage : error instanceof LoggedOut ? EXIT.loggedOut : EXIT.refused;
  }
  if (error instanceof ApiError) {
    say(`${error.message} (${error.code})`);
    for (const { path, message } of error.detail) say(`  ${path}: ${message}`);
    if (error.code === "010102") return EXIT.unreachable;
    if (!LOGIN_AGAIN.includes(error.code)) return EXIT.refused;
    say("Log in again: agatha login URL --user NAME");
    return EXIT.loggedOut;
  }
  say(fileTrouble(error) ?? String(error));
  return EXIT.refused;
}

const TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EACCES: "may not be used",
  EISDIR: "is a folder",
  ENOSPC: "cannot be written: the disk is full",
};

function fileTrouble(error: unknown): string | undefined {
  const { code = "", path } = (error ?? {}) as NodeJS.ErrnoException;
  return TROUBLE[code] === undefined ? undefined : `The file ${path === undefined ? "" : `"${path}" `}${TROUBLE[code]}`;
}
