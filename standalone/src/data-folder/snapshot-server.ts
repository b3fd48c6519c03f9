/**
 * Snapshots of a data folder on which a server runs. Commands ask the server for them, since no other process may open the stores
 * (docs/decisions/101).
 */
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { errorReason } from "@agatha/contracts";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { z } from "zod";

const LOOPBACK = "127.0.0.1";
/** Longest wait for a server that is starting. */
const STARTING_MS = 10_000;
const POLL_MS = 100;

/** How the server's user reaches it. The file is readable by that user alone. */
const address = z.object({ url: z.url(), token: z.string() });
const addressFile = (data: string) => join(dataFolders(data).scratch, "snapshots.json");

/**
 * Serves snapshots to commands on this machine, and returns a function that ends this. If the address cannot be written, as on a
 * full disk, `onError` gets the error, and no command finds the server.
 */
export async function startSnapshotServer(data: string, onError: (error: unknown) => void): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString("base64url");
  const server = createServer((request, response) => {
    const end = (status: number, text: string) => response.writeHead(status, { "Content-Type": "text/plain" }).end(text);
    if (request.headers.authorization !== `Bearer ${token}`) return end(401, "The token is wrong");
    snapshotInThread(data).then(
      (snapshot) => end(200, snapshot),
      (error: unknown) => end(500, errorReason(error)),
    );
  });
  const port = await listen(server, { host: LOOPBACK, port: 0, variable: "HOST" });
  const found: z.infer<typeof address> = { url: `http://${LOOPBACK}:${port}`, token };
  try {
    writeFileSync(addressFile(data), JSON.stringify(found), { mode: 0o600 });
  } catch (error) {
    onError(error);
  }
  return async () => {
    rmSync(addressFile(data), { force: true });
    await closeServer(server, 0);
  };
}

function snapshotInThread(data: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./snapshot-thread.js", import.meta.url), { workerData: data });
    thread.once("message", resolve);
    thread.once("error", reject);
  });
}

/** Calls `use` with the folder of a snapshot that the running server takes, and removes it afterwards. */
export async function withSnapshot<R>(data: string, use: (snapshot: string) => Promise<R>): Promise<R> {
  const { url, token } = await findServer(data);
  const response = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`The server that runs on ${data} could not take a snapshot: ${text}`);
  try {
    return await use(text);
  } finally {
    rmSync(text, { recursive: true, force: true });
  }
}

async function findServer(data: string): Promise<z.infer<typeof address>> {
  for (let waited = 0; ; waited += POLL_MS) {
    const found = address.safeParse(readJson(addressFile(data)));
    if (found.success) return found.data;
    if (waited >= STARTING_MS) throw new Error(`The server that runs on ${data} does not answer. Try again when it has started`);
    await delay(POLL_MS);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
