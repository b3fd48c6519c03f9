import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../end-to-end/testing/agatha-process.js";

export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Text for standard input. */
  input?: string;
  /** Gets the error output while the program runs. */
  onErrorOutput?: (text: string) => void;
}

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Programs whose end is awaited. They end with this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

/** Runs a program to its end and returns its result, even a failure. */
export function tryRun(
  [file = "", ...args]: string[],
  { cwd, env, input = "", onErrorOutput }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      onErrorOutput?.(text);
    });
    running.add(child);
    child.on("error", reject);
    child.on("close", (status) => {
      running.delete(child);
      resolve({ status, stdout, stderr });
    });
    // A program that does not read its input may end before all of it is written.
    child.stdin.on("error", () => undefined).end(input);
  });
}

/** Runs a program and returns its output. Throws with its error output when it fails. */
export async function run(command: string[], options?: CommandOptions): Promise<string> {
  const { status, stdout, stderr } = await tryRun(command, options);
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
  return stdout;
}

export async function succeeds(command: string[], options?: CommandOptions): Promise<boolean> {
  return await tryRun(command, options).then(
    ({ status }) => status === 0,
    () => false,
  );
}

export function printProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Programs that outlive the process that starts them. Each has a log and a file with its process id in the folder. */
export interface Daemons {
  start(name: string, command: string[]): void;
  runs(name: string): boolean;
  /** Sends SIGTERM, and SIGKILL after these seconds, and waits for the end. Does nothing if the program does not run. */
  stop(name: string, seconds?: number): Promise<void>;
}

export function createDaemons(folder: string): Daemons {
  const pidFile = (name: string) => join(folder, `${name}.pid`);
  return {
    start(name, [file = "", ...args]) {
      mkdirSync(join(folder, "log"), { recursive: true });
      const log = openSync(join(folder, "log", `${name}.log`), "a");
      const child = spawn(file, args, { cwd: folder, detached: true, stdio: ["ignore", log, log] });
      child.on("error", (error) => printProgress(`${name}: ${error.message}`));
      child.unref();
      writeFileSync(pidFile(name), `${child.pid}`);
    },
    runs(name) {
      const pid = readPid(pidFile(name));
      return pid !== undefined && signal(pid, 0);
    },
    async stop(name, seconds = 30) {
      const pid = readPid(pidFile(name));
      if (pid === undefined) return;
      const ended = () => waitFor(`${name} to end`, async () => !signal(pid, 0), seconds);
      if (signal(pid, "SIGTERM")) await ended().catch(() => void signal(pid, "SIGKILL"));
      await ended();
      rmSync(pidFile(name));
    },
  };
}

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Sends a signal, and returns true if the process exists. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
