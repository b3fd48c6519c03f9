import type { Writable } from "node:stream";

/** All that a command touches besides its arguments. */
export interface CommandContext {
  fetch: typeof globalThis.fetch;
  /** Where the session is kept between commands. */
  sessionFile: string;
  askPassword(): Promise<string>;
  /** For results, which scripts read. */
  stdout: Writable;
  /** For people: progress, hints and errors, a line each. */
  log(line: string): void;
  sleep(milliseconds: number): Promise<void>;
  signal: AbortSignal;
}

/** What scripts can tell apart; named in `agatha --help`. */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2, loggedOut: 3, unreachable: 4 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The command was called in a way that it cannot be. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Somebody has to log in first. */
export class NotLoggedIn extends Error {
  override name = "LoggedOut";
}

/** What was asked for was tried, and did not succeed. */
export class CommandFailed extends Error {
  override name = "Failed";
}
