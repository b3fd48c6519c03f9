/** Real servers for the ports' suites: NATS, an S3 (MinIO) and one of MongoDB's wire protocol, where their programs are at hand. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { eventually } from "./scratch.js";

/** Where programs are looked for before the PATH. */
const FOLDER = process.env.AGATHA_TEST_BIN;

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** The path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  for (const name of names) {
    if (FOLDER && existsSync(join(FOLDER, name))) return join(FOLDER, name);
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  return undefined;
}

/** `describe` where the program is installed, else skipped, with the reason in its name. */
export function describeWith(name: string, program: string | undefined, body: (program: string) => void): void {
  if (program === undefined)
    describe.skip(`${name} (not installed: put it on the PATH, or into the folder AGATHA_TEST_BIN)`, () => {
      test("is not tested", () => undefined);
    });
  else describe(name, () => body(program));
}

/** Starts it on a free port, and resolves when it listens. */
export async function startServer(
  program: string,
  argumentsFor: (port: number) => string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(program, argumentsFor(port), { stdio: "ignore", env: { ...process.env, ...env } });
  const ended = once(child, "exit");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return await listens(port);
  });
  return { port, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

async function listens(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy());
    socket.on("error", () => resolve(false));
  });
}
