/**
 * Runs a program that can stop itself at once and restart within the same process. If the process ended, the kubelet would
 * restart it, with growing delays of up to five minutes.
 */
import { parentPort, Worker } from "node:worker_threads";
import { errorReason } from "@agatha/contracts";
import { errorFields, writeLogLine } from "./log-line.js";
import type { SubscribeToStop } from "./run-program.js";

/** `process.exit` with this code ends the program's thread and all its work at once, and restarts it: EX_TEMPFAIL of sysexits.h. */
export const RESTART_EXIT_CODE = 75;

/** Runs the module as a thread, again as long as it ends with RESTART_EXIT_CODE. Then ends the process with the thread's exit code. */
export async function runInThread(module: URL): Promise<never> {
  let stopping = false;
  let thread: Worker | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stopping = true;
      thread?.postMessage("stop");
    });
  }
  for (;;) {
    const begun = new Worker(module);
    begun.on("error", (error) => writeLogLine("fatal", errorReason(error), errorFields(error)));
    thread = begun;
    const code = await new Promise<number>((resolve) => begun.on("exit", resolve));
    if (code !== RESTART_EXIT_CODE) process.exit(code);
    if (stopping) process.exit(0);
  }
}

/** Calls `stop` in the thread when its process is told to end. */
export const stopOnMainThreadMessage: SubscribeToStop = (stop) => {
  parentPort?.on("message", stop);
};
