/**
 * Runs a program of the cluster until SIGTERM or SIGINT: `start` returns the way to stop, and is told by its signal when it is
 * to give up starting. What keeps it from starting is printed, and ends the process with 1.
 */
export async function runProgram(start: (signal: AbortSignal) => Promise<() => Promise<void>>): Promise<void> {
  const stopping = new AbortController();
  const fail = (error: unknown): never => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  };
  const starting = start(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return async () => undefined;
    return fail(error);
  });
  const stop = async () => {
    // A second signal changes nothing.
    if (stopping.signal.aborted) return;
    stopping.abort(new Error("told to stop"));
    await (await starting)().catch(fail);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  await starting;
}
