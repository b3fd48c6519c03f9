/** `agatha`: the platform from a command line, for people and scripts. */
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { COMMANDS } from "./commands/index.js";
import { runCommand } from "./run-command.js";

const { AGATHA_DATA, AGATHA_SESSION_FILE, XDG_CONFIG_HOME, AGATHA_PASSWORD } = process.env;

const interrupted = new AbortController();

/** Reads a secret without echo, or the first line of a pipe. */
async function askSecret(question: string): Promise<string> {
  const silent = process.stdin.isTTY === true;
  if (silent) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, terminal: silent });
  // On a terminal, readline handles Ctrl-C and raises no signal.
  lines.once("SIGINT", () => {
    interrupted.abort();
    lines.close();
  });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (silent) process.stderr.write("\n");
  }
}

process.once("SIGINT", () => interrupted.abort());
// A reader such as `head` closes the pipe when it has read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  interrupted.abort(error);
});
process.exitCode = await runCommand(
  process.argv.slice(2),
  {
    fetch: globalThis.fetch,
    sessionFile: AGATHA_SESSION_FILE || join(XDG_CONFIG_HOME || join(homedir(), ".config"), "agatha", "session.json"),
    dataFolder: AGATHA_DATA || ".agatha",
    askPassword: async () => AGATHA_PASSWORD || (await askSecret("Password: ")),
    askCode: async () => (process.stdin.isTTY ? await askSecret("Code: ") : ""),
    stdout: process.stdout,
    log: (line) => void process.stderr.write(`${line}\n`),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    monotonicNow: () => performance.now(),
    signal: interrupted.signal,
  },
  COMMANDS,
);
