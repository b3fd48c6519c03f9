/** Measures a long CSV file from its upload until it is ready, with a sample, in turns with DuckDB reading the same file into a table. */
import { execFile } from "node:child_process";
import { createWriteStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { machineReadingsCsv } from "./machine-readings-csv.js";
import { type PeakMemory, watchMemory } from "./process-memory.js";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const TIMEOUT_SECONDS = 600;
/** Work after an upload, such as starting the next trainer, must not slow the next measurement. */
const COOL_DOWN_MS = 2_000;
const GOAL = { ratio: 2, megabytes: 400 };
const DUCKDB = fileURLToPath(new URL("./duckdb-program.js", import.meta.url));

export async function benchUpload(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder, "long.csv");
  await pipeline(Readable.from(machineReadingsCsv(ROWS)), createWriteStream(path));
  const product = await startAgatha(join(folder, "data"));
  try {
    const client = new TestClient(product.url);
    await client.login();
    const ours: UploadTimes[] = [];
    const theirs = new Map([availableParallelism(), 1].map((threads) => [threads, [] as DuckDbRun[]]));
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await upload(client, { path, name: `long ${round}.csv` }));
      await setTimeout(COOL_DOWN_MS);
      for (const [threads, times] of theirs) times.push(await duckDb(path, threads));
    }
    const peaks = await peaksOf(client, product, path);
    report(print, { ours, theirs, peaks, bytes: (await stat(path)).size });
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
}

interface UploadTimes {
  /** Milliseconds until the dataset is ready, and until rows outside of the sample are served. */
  ready: number;
  whole: number;
}

/** Peak memory until the dataset is ready, and until all of its rows are served. */
interface MemoryPeaks {
  ready: PeakMemory;
  whole: PeakMemory;
}

/** Measured in a separate round: sampling every few milliseconds takes time from the others. */
async function peaksOf(client: TestClient, product: AgathaProcess, path: string): Promise<MemoryPeaks> {
  const watch = watchMemory(product.pid);
  const peaks = { ready: watch.peak(), whole: watch.peak() };
  const onReady = () => {
    peaks.ready = watch.peak();
  };
  await upload(client, { path, name: "watched.csv", onReady });
  peaks.whole = watch.peak();
  watch.stop();
  return peaks;
}

async function upload(
  client: TestClient,
  { path, name, onReady = () => {} }: { path: string; name: string; onReady?: () => void },
): Promise<UploadTimes> {
  const began = performance.now();
  const form = new FormData();
  form.set("sampling", "random");
  form.set("file", await openAsBlob(path), name);
  const answer = await client.request("POST", "agatha/datasets/upload/", form);
  const body = (await answer.json()) as { id: string };
  if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${JSON.stringify(body)}`);
  const dataset = await waitFor(
    name,
    async () => {
      const found = await client.dataset(body.id);
      return (found.status === "evaluating_finish" || found.status.endsWith("_fail")) && found;
    },
    TIMEOUT_SECONDS,
  );
  const secondsSince = () => (performance.now() - began) / 1000;
  const ready = secondsSince();
  onReady();
  if (dataset.status !== "evaluating_finish") throw new Error(`the dataset is ${dataset.status}: ${dataset.reason} ${dataset.message}`);
  if (dataset.nrow !== Math.min(ROWS, 10_000)) throw new Error(`${dataset.nrow} rows are in use`);
  const last = { start: ROWS - 1, limit: 1, sampling: "raw" } as const;
  await waitFor(`all rows of ${name}`, async () => (await client.api.rows(body.id, last)) ?? undefined, TIMEOUT_SECONDS);
  return { ready, whole: secondsSince() };
}

interface DuckDbRun {
  /** Seconds of the statement alone, and of the whole process. */
  statement: number;
  process: number;
}

async function duckDb(path: string, threads: number): Promise<DuckDbRun> {
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [DUCKDB, path, `${threads}`]);
  const seconds = (performance.now() - began) / 1000;
  const read = JSON.parse(stdout) as { rows: number; seconds: number };
  if (read.rows !== ROWS) throw new Error(`DuckDB has read ${read.rows} rows`);
  return { statement: read.seconds, process: seconds };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function report(
  print: (line: string) => void,
  { ours, theirs, peaks, bytes }: { ours: UploadTimes[]; theirs: Map<number, DuckDbRun[]>; peaks: MemoryPeaks; bytes: number },
): void {
  const seconds = median(ours.map(({ ready }) => ready));
  const whole = median(ours.map((each) => each.whole));
  print("| reader | seconds | Agatha's time, × |");
  print("| --- | --- | --- |");
  print(`| Agatha, upload to ready | ${seconds.toFixed(2)} | |`);
  print(`| Agatha, until all rows can be asked for | ${whole.toFixed(2)} | |`);
  for (const [threads, runs] of theirs) {
    const statement = median(runs.map((run) => run.statement));
    const process = median(runs.map((run) => run.process));
    print(`| DuckDB alone, threads: ${threads}, its statement | ${statement.toFixed(2)} | ${(seconds / statement).toFixed(2)} |`);
    print(`| DuckDB alone, threads: ${threads}, as a program | ${process.toFixed(2)} | ${(seconds / process).toFixed(2)} |`);
  }
  const figures = ({ largestProcess, allProcesses }: PeakMemory) =>
    `${largestProcess.toFixed(0)} MB of the largest process, ${allProcesses.toFixed(0)} MB of all`;
  print(
    `\nPeak memory until ready: ${figures(peaks.ready)} processes of the product together, pages that they share counted once; ` +
      `until all rows can be asked for: ${figures(peaks.whole)}. Goals: ` +
      `a ratio of ${GOAL.ratio}, ${GOAL.megabytes} MB. ${ROWS} rows of 10 columns (numbers, texts, times; ${(bytes / 1e6).toFixed(0)} MB), sampled ` +
      `at random; upload, reading, description and data check, until the state that clients see says so; medians of ${ROUNDS} rounds by turns. ` +
      `DuckDB: CREATE TABLE from read_csv in memory, without and with the start of a process for it; ${cpus()[0]?.model}, Node ${process.version}.`,
  );
}
