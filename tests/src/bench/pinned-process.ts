import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/**
 * Starts a program, on one core where that is asked and possible, and waits for its first line. Throws with its errors when it ends
 * before.
 */
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

/**
 * Adds up the time on a processor of all threads, in nanoseconds the first field of schedstat (Documentation/scheduler/sched-stats of
 * Linux). /proc/PID/stat has hundredths of a second, more than what is measured. Threads that ended count no more.
 */
function processorTime(pid = 0): number {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return Number.NaN;
  const nanoseconds = readdirSync(threads).map((id) => Number(readFileSync(`${threads}/${id}/schedstat`, "latin1").split(" ")[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
