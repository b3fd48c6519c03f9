/**
 * A program that can end itself from one moment to the next and begin anew within the same process. Ended as a process it
 * would be started again by the kubelet, which waits ever longer before it does, up to five minutes.
 */
import { parentPort, Worker } from "node:worker_threads";
import type { SubscribeToStop } from "./run-program.js";

/** `process.exit` with this ends the program's thread at once, with all that it does, and begins it anew: EX_TEMPFAIL of sysexits.h. */
export const RESTART_EXIT_CODE = 75;

/** Runs the module as a thread, for as long as it ends with BEGIN_ANEW; then ends the process as the thread did. */
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
    begun.on("error", (error) => process.stderr.write(`${error.stack ?? error}\n`));
    thread = begun;
    const code = await new Promise<number>((resolve) => begun.on("exit", resolve));
    if (code !== RESTART_EXIT_CODE) process.exit(code);
    if (stopping) process.exit(0);
  }
}

/** For the thread itself: its process has been told to end. */
export const stopOnMainThreadMessage: SubscribeToStop = (stop) => {
  parentPort?.on("message", stop);
};
