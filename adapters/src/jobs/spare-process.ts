import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type JobProcessOptions, startJobProcess } from "./job-process.js";

/** A process that is started before there is a job for it: who waits for the job need not wait for the start too. */
export interface SpareProcess {
  /** Starts one, unless there is one. */
  prepare(): void;
  /** Gives it away, and tells it its job. Undefined when there is none. */
  take(job: string): ChildProcess | undefined;
  close(): Promise<void>;
}

/** What a spare process is told. */
export interface SpareMessage {
  job: string;
}

export function createSpareProcess(command: JobProcessOptions, memoryMiB: number): SpareProcess {
  let spare: ChildProcess | undefined;

  function prepare(): void {
    if (spare) return;
    const child = startJobProcess(command, memoryMiB);
    const drop = () => {
      if (spare === child) spare = undefined;
    };
    // A job that finds none starts a process of its own, and tells what is wrong with that.
    child.on("error", drop);
    child.on("exit", drop);
    spare = child;
  }

  function take(job: string): ChildProcess | undefined {
    const child = spare;
    spare = undefined;
    if (!child?.connected) return undefined;
    const message: SpareMessage = { job };
    // When it is gone meanwhile, the job ends as one does whose process was killed.
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
