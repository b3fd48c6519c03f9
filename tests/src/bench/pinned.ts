import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Whether processes can be kept on one core (Linux). */
export const canPin = spawnSync("taskset", ["--version"]).error === undefined;

export interface Pinned {
  /** What it printed first. */
  line: string;
  stop(): Promise<void>;
}

/** Starts a program on one core, where that is possible, and waits for its first line. Throws with its errors when it ends before. */
export async function startPinned(core: number, [command = "", ...args]: string[], env: Record<string, string> = {}): Promise<Pinned> {
  const [file, all] = canPin ? ["taskset", ["--cpu-list", `${core}`, command, ...args]] : [command, args];
  const child = spawn(file, all, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${errors}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  ended.catch(() => undefined);
  return { line, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
