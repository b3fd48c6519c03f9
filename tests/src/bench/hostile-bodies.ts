/**
 * Measures small predictions of an authorised client while 64 others send the worst bodies without pause: 32 without a token and
 * 32 with one. The senders are a process of their own.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { carsCsv } from "../data.js";
import { removeFolder, startAgatha, temporaryFolder } from "../end-to-end/agatha-process.js";
import { jsonPost, latencySummary, openConnection } from "./http-load.js";
import { startPinned } from "./pinned-process.js";
import { watchMemory } from "./process-memory.js";
import { type PublishedModel, publishModel } from "./published-model.js";

const SENDERS_PROGRAM = fileURLToPath(new URL("./hostile-senders.js", import.meta.url));
const SERVER_PROGRAM = fileURLToPath(new URL("./prediction-api-server.js", import.meta.url));
const MILLISECONDS = 30_000;
const PAUSE_MS = 10;
const WARM_UP_REQUESTS = 2_000;

interface AttackedServer {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

export async function benchHostileBodies(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  const servers: Record<string, () => Promise<AttackedServer>> = {
    standalone: () => startAgatha(folder),
    models: async () => {
      const { line, pid, stop } = await startPinned("any", [process.execPath, SERVER_PROGRAM, folder, "models"]);
      return { url: new URL("tukey/", line).href, pid, stop };
    },
  };
  try {
    const model = await publishModel(folder, Buffer.from(carsCsv()), "Miles_per_Gallon");
    print("| server | hostile requests ended | small predictions | p50 ms | p99 ms | longest ms | growth of memory, MB |");
    print("| --- | --- | --- | --- | --- | --- | --- |");
    for (const [name, start] of Object.entries(servers)) print(`| ${name} | ${(await attack(await start(), model)).join(" | ")} |`);
    print(`\n${MILLISECONDS / 1000} s each; ${cpus().length} cores for the server, the senders and the client; ${cpus()[0]?.model}.`);
  } finally {
    await removeFolder(folder);
  }
}

async function attack({ url, pid, stop }: AttackedServer, { token, row }: PublishedModel): Promise<(string | number)[]> {
  const endpoint = new URL("tukey/api/", url);
  const { send, close } = await openConnection(endpoint.hostname, Number(endpoint.port));
  const request = jsonPost(endpoint.href, { api_token: token, data: row });
  for (let i = 0; i < WARM_UP_REQUESTS; i++) await send(request);
  const memory = watchMemory(pid);
  const before = memory.peak().largestProcess;
  const senders = fork(SENDERS_PROGRAM, [endpoint.href, token, Object.keys(row)[0] ?? ""]);
  await once(senders, "message");
  const latencies: number[] = [];
  const begun = performance.now();
  while (performance.now() - begun < MILLISECONDS) {
    const sent = performance.now();
    await send(request);
    latencies.push(performance.now() - sent);
    await setTimeout(PAUSE_MS);
  }
  senders.send("stop");
  const [ended] = (await once(senders, "message")) as [number];
  const { p50, p99, requests } = latencySummary(latencies, MILLISECONDS);
  const growth = memory.peak().largestProcess - before;
  memory.stop();
  close();
  await stop();
  return [ended, requests, p50.toFixed(1), p99.toFixed(1), Math.max(...latencies).toFixed(1), growth.toFixed(0)];
}
