/** Real servers for the ports' suites where they are installed: NATS, an S3 (MinIO), and one with MongoDB's wire protocol. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { freePort } from "../listening.js";
import { eventually } from "./temporary-folder.js";

/** Folders that are searched for programs, in this order. Debian's servers may be outside of a user's PATH. */
const FOLDERS = [process.env.AGATHA_TEST_BIN ?? "", ...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].filter(Boolean);

export interface RunningServer {
  port: number;
  /** Kills the server without notice, as the loss of a node does. */
  kill(): Promise<void>;
  /** Restarts the server on the same port with the same data. */
  restart(): Promise<void>;
  /** Pauses the server: connections stay open without responses. */
  pause(): Promise<void>;
  resume(): void;
}

interface ServerProgram {
  program: string;
  argumentsFor: (port: number) => string[];
  env?: Record<string, string>;
  /** The port, if it is chosen already. */
  port?: number;
}

/** Returns the path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  return names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `describe` where the program is installed. Elsewhere the block is skipped, with the reason in its name. */
export function describeWith(name: string, program: string | undefined, body: (program: string) => void): void {
  if (program === undefined)
    describe.skip(`${name} (not installed: put it on the PATH, or into the folder AGATHA_TEST_BIN)`, () => {
      test("is not tested", () => undefined);
    });
  else describe(name, () => body(program));
}

/** Starts the server, on a free port if none is chosen. Resolves when it listens. */
export async function startServer(server: ServerProgram): Promise<RunningServer> {
  const { port = await freePort() } = server;
  let child = await start(server, port);
  return {
    port,
    kill: () => end(child),
    async restart() {
      await end(child);
      child = await start(server, port);
    },
    async pause() {
      child.kill("SIGSTOP");
      await eventually(() => spawnSync("ps", ["-o", "state=", "-p", String(child.pid)], { encoding: "utf8" }).stdout.startsWith("T"));
    },
    resume: () => void child.kill("SIGCONT"),
  };
}

async function start({ program, argumentsFor, env }: ServerProgram, port: number): Promise<ChildProcess> {
  const child = spawn(program, argumentsFor(port), { stdio: "ignore", env: { ...process.env, ...env } });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return await listens(port);
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function listens(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
