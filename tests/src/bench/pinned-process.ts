import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** True if processes can be pinned to one core (Linux). */
export const isPinningSupported = spawnSync("taskset", ["--version"]).error === undefined;

export interface PinnedProcess {
  /** First line of its output. */
  line: string;
  pid: number;
  /** Processor time of its own threads so far, in milliseconds; NaN without /proc. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Starts a program, on one core where that is asked and possible, and waits for its first line. Throws with its errors when it ends before. */
export async function startPinned(
  core: number | "any",
  [command = "", ...args]: string[],
  env: Record<string, string> = {},
): Promise<PinnedProcess> {
  const [file, all] = isPinningSupported && core !== "any" ? ["taskset", ["--cpu-list", `${core}`, command, ...args]] : [command, args];
  const child = spawn(file, all, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${errors}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  ended.catch(() => undefined);
  return { line, pid: child.pid ?? 0, processorTime: () => processorTime(child.pid), stop: () => end(child) };
}

/** proc(5): user and system time are fields 14 and 15, in hundredths of a second. The second field may contain blanks. */
function processorTime(pid = 0): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const stat = readFileSync(path, "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return 10 * ((user ?? Number.NaN) + (system ?? Number.NaN));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
