/** The whole product in one process and its children, on embedded stores in one folder. */
import { resolve } from "node:path";
import { createLogger } from "@agatha/adapters/server/logger";
import { startTracing } from "@agatha/adapters/server/start-tracing";
import { errorReason } from "@agatha/contracts";
import { destination } from "pino";
import { createDataFolder } from "./data-folder/create-data-folder.js";
import { acquireFolderLock } from "./data-folder/folder-lock.js";
import { openDataFolder } from "./data-folder/open-data-folder.js";
import { readEnvironment } from "./environment.js";
import { type StandaloneServer, startStandalone } from "./standalone-server.js";

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const data = resolve(environment.AGATHA_DATA);
  createDataFolder(data);
  const unlock = acquireFolderLock(data);
  process.once("exit", unlock);
  for (const message of await openDataFolder(data, new Date())) process.stderr.write(`${message}\n`);
  const logger = createLogger(environment.LOG_LEVEL, destination({ fd: 2, sync: true }));
  endTracing = await startTracing("agatha", process.env);
  const starting = startStandalone(environment, data, logger);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(starting));
  // Channel of the parent process, if any. It closes when the parent exits.
  process.once("disconnect", () => void stop(starting));
  const { url, hint, password } = await starting;
  if (password !== undefined) print(`The manager is admin, with the password ${password} (shown this once)`);
  if (hint !== undefined) print(hint);
  print(`Agatha is at ${url} with its data in ${data}`);
}

let stopping = false;
let endTracing = async (): Promise<void> => undefined;

/** Stops once: Ctrl+C in a terminal raises two signals, from the terminal and from `npm start`. */
async function stop(starting: Promise<StandaloneServer>): Promise<void> {
  if (stopping) return;
  stopping = true;
  await (await starting).stop();
  await endTracing();
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorReason(error)}\n`);
  process.exit(1);
});
