/**
 * Measures single-row predictions a second of the open model API on one core. The model is in memory and every answer is durable
 * before it is sent. A FastAPI service gets the same rows on the same core in the same run. The results are ratios.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { carsCsv, readTestData, testDataFolder } from "../data.js";
import { removeFolder, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { get, jsonPost, type LoadResult, runLoad, type SendRequest } from "./http-load.js";
import { isPinningSupported, type PinnedProcess, startPinned } from "./pinned-process.js";
import { type PublishedModel, publishModel } from "./published-model.js";

const ROUNDS = 5;
const MILLISECONDS = 3_000;
/** V8 continues to optimise for some 20,000 requests. */
export const WARM_UP_MS = 10_000;
export const CONNECTIONS = 32;
export const SERVER_CORE = 0;
const PEER_PROGRAM = fileURLToPath(new URL("../../bench/fastapi-peer.py", import.meta.url));
export const SERVER_PROGRAM = fileURLToPath(new URL("./prediction-api-server.js", import.meta.url));

type Scenario = (exchange: SendRequest) => Promise<void>;
interface BenchmarkedServer {
  name: string;
  server: PinnedProcess;
  url: string;
  scenario: Scenario;
}
/** `processor`: the server's processor time for each request in microseconds, which other load hardly affects. */
type Result = LoadResult & { processor: number };

/** Writes a Markdown table, with the settings below it. */
export async function benchPredictionApi(print: (line: string) => void): Promise<void> {
  const [file, csv, response] = testDataFolder
    ? ["concrete-strength.csv", readTestData("concrete-strength.csv"), "strength"]
    : ["cars.csv", Buffer.from(carsCsv()), "Miles_per_Gallon"];
  const folder = await temporaryFolder();
  const running: PinnedProcess[] = [];
  try {
    const model = await publishModel(folder, csv, response);
    const ours = await startPinned(SERVER_CORE, [process.execPath, SERVER_PROGRAM, folder]);
    running.push(ours);
    const contestants = agathaServers(ours, model);
    const python = process.env.BENCH_PYTHON ?? "python3";
    if (spawnSync(python, ["-c", "import fastapi, uvicorn, pandas, xgboost"]).status === 0) {
      const path = join(folder, "bench.csv");
      writeFileSync(path, csv);
      const peer = await startPinned(SERVER_CORE, [python, PEER_PROGRAM, path, response], { OMP_NUM_THREADS: "1" });
      running.push(peer);
      contestants.push(fastApiServer(peer, model));
    } else print(`No peer: ${python} lacks fastapi, uvicorn, pandas, scikit-learn or xgboost (BENCH_PYTHON names another one).`);
    report(print, await measure(contestants));
    print("");
    print(
      `Settings: ${file}, ${Object.keys(model.row).length} columns, XGB of 100 rounds and depth 6, one row a request; ${CONNECTIONS} connections ` +
        `with keep-alive; median of ${ROUNDS} rounds of ${MILLISECONDS / 1000} s in turn, after ${WARM_UP_MS / 1000} s to warm up; server ` +
        `${isPinningSupported ? "pinned to one core" : "not pinned (no taskset)"}, load from another process; ${cpus()[0]?.model}, Node ${process.version}.`,
    );
  } finally {
    for (const one of running) await one.stop();
    await removeFolder(folder);
  }
}

function agathaServers(server: PinnedProcess, { token, row }: PublishedModel): BenchmarkedServer[] {
  const url = new URL("tukey/tukey/api/", server.line).href;
  const request = jsonPost(url, { api_token: token, data: row });
  const post: Scenario = async (exchange) => void (await exchange(request));
  const pair: Scenario = async (exchange) => {
    const { link } = JSON.parse((await exchange(request)).toString()) as { link: string };
    await exchange(get(link));
  };
  return [
    { name: "Agatha, POST", server, url, scenario: post },
    { name: "Agatha, POST and GET of the result", server, url, scenario: pair },
  ];
}

function fastApiServer(server: PinnedProcess, { row }: PublishedModel): BenchmarkedServer {
  const request = jsonPost(server.line, { api_token: "token", data: row });
  return { name: "FastAPI, pandas, xgboost", server, url: server.line, scenario: async (exchange) => void (await exchange(request)) };
}

/** Measures the servers in turn in each round, so that other load affects all alike. Returns medians of the rounds by name. */
async function measure(contestants: BenchmarkedServer[]): Promise<Map<string, Result>> {
  for (const { url, scenario } of contestants) await runLoad({ url, scenario, connections: CONNECTIONS, milliseconds: WARM_UP_MS });
  const results = new Map<string, Result[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, server, url, scenario } of contestants) {
      const before = server.processorTime();
      const result = await runLoad({ url, scenario, connections: CONNECTIONS, milliseconds: MILLISECONDS });
      const processor = (1000 * (server.processorTime() - before)) / result.requests;
      results.get(name)?.push({ ...result, processor });
    }
  }
  return new Map([...results].map(([name, list]) => [name, mediansOf(list)]));
}

function mediansOf(results: Result[]): Result {
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    requests: median(results.map(({ requests }) => requests)),
    processor: median(results.map(({ processor }) => processor)),
  };
}

function report(print: (line: string) => void, results: Map<string, Result>): void {
  const peer = results.get("FastAPI, pandas, xgboost");
  const against = (value: number, theirs: number | undefined): string =>
    theirs === undefined ? "" : ` (${(value / theirs).toFixed(2)} ×)`;
  print(
    "| one row a request, one core | requests/s (× peer) | p50 ms (× peer) | p99 ms (× peer) | server's processor time a request, µs (× peer) |",
  );
  print("| --- | --- | --- | --- | --- |");
  for (const [name, { perSecond, p50, p99, processor }] of results) {
    const cells = [
      `${Math.round(perSecond)}${against(perSecond, peer?.perSecond)}`,
      `${p50.toFixed(1)}${against(p50, peer?.p50)}`,
      `${p99.toFixed(1)}${against(p99, peer?.p99)}`,
      `${Math.round(processor)}${against(processor, peer?.processor)}`,
    ];
    print(`| ${name} | ${cells.join(" | ")} |`);
  }
}
