/**
 * Ends this process as soon as its parent exits, even by SIGKILL, because the channel between them then closes. The main program
 * of a job calls it. A process whose event loop is blocked ends when the code next yields. The channel does not keep a finished
 * job alive. Has no effect in a process that no job runner started.
 */
export function exitWithParent(): void {
  if (!process.send) return;
  const exit = () => process.exit(1);
  if (!process.connected) exit();
  process.on("disconnect", exit);
  process.channel?.unref();
}

/**
 * Makes this process survive Ctrl-C and the end of its terminal, which reach every process that was started there: its parent stops
 * it. Has no effect in a process that no job runner started.
 */
export function leaveTerminalSignalsToParent(): void {
  if (!process.send) return;
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
}
