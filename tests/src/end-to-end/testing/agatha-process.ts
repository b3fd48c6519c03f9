import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../listening.js";

const STANDALONE_PROGRAM = fileURLToPath(new URL("../../../../standalone/bundle/main.js", import.meta.url));

export const PASSWORD = process.env.AGATHA_ADMIN_PASSWORD ?? "correct horse battery staple";
/** Address of an installed product, with a slash at its end. If set, the tests use that product and start none. */
const INSTALLED_URL = process.env.AGATHA_URL;

/** The whole product in a process of its own, as `npm start` runs it after a build. */
export interface AgathaProcess {
  /** Address of the console, with a slash at its end: `http://127.0.0.1:41234/tukey/`. */
  url: string;
  /** Address of the operations server: health and metrics. */
  operationsUrl: string;
  data: string;
  pid: number;
  output(): string;
  /** Longest time for which the event loop was held since the last call. Only with the monitor preloaded. */
  longestHoldMs(): Promise<number>;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "agatha-product-"));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** `preload` is a module that the process loads first. */
export async function startAgatha(data: string, env: Record<string, string> = {}, preload?: string): Promise<AgathaProcess> {
  if (INSTALLED_URL) return installedAgatha(INSTALLED_URL, data);
  const port = await freePort();
  const operationsPort = await freePort();
  const child = spawn(process.execPath, [...(preload ? ["--import", preload] : []), STANDALONE_PROGRAM], {
    env: {
      ...process.env,
      PORT: `${port}`,
      OPERATIONS_PORT: `${operationsPort}`,
      AGATHA_DATA: data,
      AGATHA_ADMIN_PASSWORD: PASSWORD,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", ...(preload ? ["ipc" as const] : [])],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const url = `http://127.0.0.1:${port}${env.BASE_PATH ?? "/tukey"}/`;
  try {
    // It listens shortly before it has created the first manager.
    const hasStarted = async () => output.includes("Agatha is at ") && (await isReachable(url));
    await waitFor(`the product at ${url}`, async () => child.exitCode !== null || (await hasStarted()), 30);
    if (child.exitCode !== null) throw new Error("the product has ended");
  } catch (error) {
    await stopProcess(child, "SIGKILL");
    throw new Error(`the product does not answer:\n${output}`, { cause: error });
  }
  return {
    url,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    data,
    pid: child.pid!,
    output: () => output,
    async longestHoldMs() {
      const answered = once(child, "message");
      child.send("longest hold");
      return ((await answered)[0] as { longestHoldMs: number }).longestHoldMs;
    },
    stop: async () => {
      const code = await stopProcess(child, "SIGTERM");
      expectKnownCauses(output);
      return code;
    },
    kill: async () => {
      await stopProcess(child, "SIGKILL");
      expectKnownCauses(output);
    },
  };
}

/** Throws if the product has answered a request with 010101: every refusal and every failure has a cause in words. */
function expectKnownCauses(output: string): void {
  const unknown = output.split("\n").filter((line) => line.includes("unknown cause (010101)"));
  if (unknown.length > 0) throw new Error(`the product answered 010101:\n${unknown.join("\n")}`);
}

/** The installed product runs on after the tests. */
function installedAgatha(url: string, data: string): AgathaProcess {
  const unknown = () => {
    throw new Error("This can only be asked of a product that the test itself started");
  };
  return {
    url,
    data,
    stop: async () => 0,
    kill: unknown,
    output: unknown,
    longestHoldMs: unknown,
    get operationsUrl() {
      return unknown();
    },
    get pid() {
      return unknown();
    },
  };
}

async function isReachable(url: string): Promise<boolean> {
  return await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

/** Everything takes longer where a whole cluster shares the machine with the tests. */
const TIMEOUT_FACTOR = Number(process.env.AGATHA_PATIENCE ?? 1);
/**
 * A poll comes this share of the time waited so far after the last one, so that an answer is late by so much at most, and polls do not
 * take the processor from what is waited for. On a cluster, whose programs need the processor, they are rarer.
 */
const POLL_SHARE = 0.03;
const SHORTEST_POLL_INTERVAL_MS = TIMEOUT_FACTOR > 1 ? 250 : 50;
const LONGEST_POLL_INTERVAL_MS = 500;

/**
 * Polls until the answer is neither false nor undefined, at most for `seconds` times AGATHA_PATIENCE. `what` is asked for only when it
 * gives up, and may tell how far it came.
 */
export async function waitFor<T>(what: string | (() => string), ask: () => Promise<T | undefined | false>, seconds = 120): Promise<T> {
  const start = Date.now();
  const end = start + seconds * TIMEOUT_FACTOR * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end)
      throw new Error(`gave up waiting for ${typeof what === "string" ? what : what()} after ${seconds * TIMEOUT_FACTOR} s`);
    const interval = Math.min(Math.max(POLL_SHARE * (Date.now() - start), SHORTEST_POLL_INTERVAL_MS), LONGEST_POLL_INTERVAL_MS);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
