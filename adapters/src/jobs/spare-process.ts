import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type JobProcessOptions, startJobProcess } from "./job-process.js";

/** Process started before it has a job, to save the start-up time. */
interface SpareProcess {
  /** Starts a process unless one exists. */
  prepare(): void;
  /** Returns the process and sends it the environment of its job. Returns undefined if there is none. */
  take(env: NodeJS.ProcessEnv): ChildProcess | undefined;
  close(): Promise<void>;
}

/** Message to a spare process: the environment of its job. */
export interface SpareMessage {
  env: NodeJS.ProcessEnv;
}

/** Starts nothing before `prepare`. `memoryMiB` limits the process's JavaScript heap. */
export function createSpareProcess(command: JobProcessOptions, memoryMiB: number): SpareProcess {
  let spare: ChildProcess | undefined;

  function prepare(): void {
    if (spare) return;
    const child = startJobProcess(command, memoryMiB);
    const forget = () => {
      if (spare === child) spare = undefined;
    };
    // A job without a spare process starts its own, which reports the problem.
    child.on("error", forget);
    child.on("exit", forget);
    spare = child;
  }

  function take(env: NodeJS.ProcessEnv): ChildProcess | undefined {
    const child = spare;
    spare = undefined;
    if (!child?.connected) return undefined;
    const message: SpareMessage = { env };
    // If the process has ended, the job ends like one whose process was killed.
    child.send(message, () => {});
    return child;
  }

  async function close(): Promise<void> {
    const child = spare;
    spare = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  return { prepare, take, close };
}
