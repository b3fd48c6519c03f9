import type { Writable } from "node:stream";

/** Dependencies of a command, in addition to its arguments. */
export interface CommandContext {
  fetch: typeof globalThis.fetch;
  /** File that keeps the session between commands. */
  sessionFile: string;
  /** Data folder of the server on this machine, unless a command names another. */
  dataFolder: string;
  askPassword(): Promise<string>;
  /** Asks for the code of the second factor. Returns an empty text if nobody can be asked. */
  askCode(): Promise<string>;
  /** Results, for scripts to read. */
  stdout: Writable;
  /** Writes one line for people: progress, a hint or an error. */
  log(line: string): void;
  sleep(milliseconds: number): Promise<void>;
  /** Returns the milliseconds since some moment, by a clock that nobody sets. */
  monotonicNow(): number;
  /** Aborted when the user interrupts the command, and with the error EPIPE when nobody reads the results any more. */
  signal: AbortSignal;
}

/** Exit codes for scripts, listed in `agatha --help`. */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2, loggedOut: 3, unreachable: 4 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The command line is invalid. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The command needs a login. */
export class NotLoggedIn extends Error {
  override name = "NotLoggedIn";
}

/** The requested operation failed. */
export class CommandFailed extends Error {
  override name = "CommandFailed";
}
