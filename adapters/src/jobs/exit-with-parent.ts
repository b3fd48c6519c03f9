/**
 * For the main program of a job: ends this process as soon as its parent is gone, even by SIGKILL, since then the channel
 * between them closes. Code that blocks the event loop is ended when it next yields. The channel does not keep a finished
 * job alive. Does nothing in a process that was not started by a job runner.
 */
export function exitWithParent(): void {
  if (!process.send) return;
  const exit = () => process.exit(1);
  if (!process.connected) exit();
  process.on("disconnect", exit);
  process.channel?.unref();
}
