import { errorReason } from "@agatha/contracts";
import { writeLogLine } from "./log-line.js";

/** Calls `stop` each time the program is told to end. */
export type SubscribeToStop = (stop: () => void) => void;

const stopOnSignals: SubscribeToStop = (stop) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
};

/**
 * Runs a program of the cluster until SIGTERM, SIGINT or another request to stop. `start` returns a function that stops the
 * program; its signal aborts the start. An error at the start is logged, and ends the process with 1.
 */
export async function runProgram(
  start: (signal: AbortSignal) => Promise<() => Promise<void>>,
  told: SubscribeToStop = stopOnSignals,
): Promise<void> {
  const stopping = new AbortController();
  const fail = (error: unknown): never => {
    writeLogLine("fatal", errorReason(error));
    process.exit(1);
  };
  const starting = start(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return async () => undefined;
    return fail(error);
  });
  const stop = async () => {
    // A second request has no effect.
    if (stopping.signal.aborted) return;
    stopping.abort(new Error("told to stop"));
    await (await starting)().catch(fail);
    process.exit(0);
  };
  told(() => void stop());
  await starting;
}
