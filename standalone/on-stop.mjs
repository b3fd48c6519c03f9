/** Calls back when this process is told to stop, or when npm, which ran the script `name`, is gone. */
export function onStop(name, stop) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  if (process.env.npm_lifecycle_event !== name) return;
  // npm passes a signal on to its shell, which ends without notifying this process; then the parent changes.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop("SIGTERM");
  }, 500).unref();
}
