import { writeSync } from "node:fs";

/** Written to at once: process.stderr of a thread that ends may keep back its last lines. */
const STDERR = 2;

/** Calls `stop` when the program is to end, as often as it is told so. */
export type SubscribeToStop = (stop: () => void) => void;

const stopOnSignals: SubscribeToStop = (stop) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
};

/**
 * Runs a program of the cluster until SIGTERM or SIGINT, or until it is told otherwise: `start` returns the way to stop, and is
 * told by its signal when it is to give up starting. What keeps it from starting is printed, and ends the process with 1.
 */
export async function runProgram(
  start: (signal: AbortSignal) => Promise<() => Promise<void>>,
  told: SubscribeToStop = stopOnSignals,
): Promise<void> {
  const stopping = new AbortController();
  const fail = (error: unknown): never => {
    writeSync(STDERR, `${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  };
  const starting = start(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return async () => undefined;
    return fail(error);
  });
  const stop = async () => {
    // A second time changes nothing.
    if (stopping.signal.aborted) return;
    stopping.abort(new Error("told to stop"));
    await (await starting)().catch(fail);
    process.exit(0);
  };
  told(() => void stop());
  await starting;
}
