/**
 * The command line as scripts use it, on the running product. A command that reads standard input and some others have a process each;
 * the rest run in this process, since each process loads all modules again.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "@agatha/cli/commands/index";
import { runCommand } from "@agatha/cli/run-command";
import { useAgatha } from "./agatha-fixture.js";
import { PASSWORD, removeFolder, temporaryFolder } from "./agatha-process.js";

const AGATHA = fileURLToPath(new URL("../../../../cli/bin/agatha.mjs", import.meta.url));

interface CommandResult {
  code: number;
  out: string;
  said: string;
}

interface Surroundings {
  fetch?: typeof globalThis.fetch;
  /** What stands on standard input. */
  input?: string;
  env?: Record<string, string>;
}

/** Runs a command in a process of its own. */
function runInProcess(sessionFile: string, args: string[], { input = "", env = {} }: Surroundings = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    const variables = { ...process.env, AGATHA_SESSION_FILE: sessionFile, ...env };
    const child = execFile(process.execPath, [AGATHA, ...args], { env: variables }, (error, out, said) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, said }),
    );
    child.stdin?.end(input);
  });
}

/** Runs a command in a process of its own, whose results nobody reads. */
async function runWithoutReader(sessionFile: string, args: string[]): Promise<Omit<CommandResult, "out">> {
  const child = spawn(process.execPath, [AGATHA, ...args], {
    env: { ...process.env, AGATHA_SESSION_FILE: sessionFile },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  child.stdout.destroy();
  const said = await text(child.stderr);
  return { code: Number((await ended)[0]), said };
}

/** Runs a command in this process, unless it reads standard input. */
async function runHere(
  sessionFile: string,
  args: string[],
  { input, env = {}, fetch = globalThis.fetch }: Surroundings = {},
): Promise<CommandResult> {
  if (input !== undefined) return await runInProcess(sessionFile, args, { input, env });
  let out = "";
  let said = "";
  const code = await runCommand(
    args,
    {
      fetch,
      sessionFile: env.AGATHA_SESSION_FILE ?? sessionFile,
      dataFolder: ".agatha",
      askPassword: async () => env.AGATHA_PASSWORD ?? "",
      askCode: async () => "",
      stdout: new Writable({
        write(chunk, _encoding, done) {
          out += String(chunk);
          done();
        },
      }),
      log: (line) => {
        said += `${line}\n`;
      },
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      monotonicNow: () => performance.now(),
      signal: new AbortController().signal,
    },
    COMMANDS,
  );
  return { code, out, said };
}

/** y is 3x plus a small number. */
export const table = (rows: number): string =>
  ["x,z,y", ...Array.from({ length: rows }, (_, i) => `${i},${(i * 7) % 11},${3 * i + ((i * 5) % 3)}`)].join("\n");

/** Starts a product as `useAgatha` does. Returns its client, a folder for files and the session, and ways to run commands. */
export async function useCommandLine() {
  const { client } = useAgatha();
  const folder = await temporaryFolder();
  afterAll(() => removeFolder(folder));
  const sessionFile = join(folder, "home", "session.json");
  const runProcess = (args: string[], options?: Surroundings) => runInProcess(sessionFile, args, options);
  const runUnread = (args: string[]) => runWithoutReader(sessionFile, args);
  const runAgathaCli = (args: string[], options?: Surroundings) => runHere(sessionFile, args, options);

  /** Returns the JSON documents that a command prints. Fails with its error output when it did not succeed. */
  async function printedJson<T>(args: string[], options: Surroundings = {}, run = runAgathaCli): Promise<T[]> {
    const { code, out, said } = await run(args, options);
    if (code !== 0) throw new Error(`agatha ${args.join(" ")} ended with ${code}: ${said}`);
    return out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as T]));
  }

  const logIn = (env: Record<string, string> = {}, run = runAgathaCli) =>
    run(["login", client.url.replace(/\/$/, ""), "--user", "admin"], { env: { AGATHA_PASSWORD: PASSWORD, ...env } });

  return { client, folder, runProcess, runUnread, runAgathaCli, printedJson, logIn };
}
