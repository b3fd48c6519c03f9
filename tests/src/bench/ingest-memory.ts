/**
 * Ingests a generated CSV file of the given number of megabytes and prints the peak memory of the process: `node
 * tests/dist/bench/ingest-memory.js 2000`.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ingest } from "@agatha/trainer/tasks/steps/ingest";
import { ingestInput } from "@agatha/trainer/tasks/steps/testing/run-ingest";
import { inMemoryDocumentStore, inMemoryObjectStore } from "@agatha/trainer/tasks/steps/testing/task-harness";
import { peakResidentMiB } from "./process-memory.js";

const BLOCK_ROWS = 10_000;

/** Yields rows of a machine's readings: a counter, a time, text, numbers and missing values. */
function csvBlock(): Buffer {
  const pad = (value: number) => String(value % 60).padStart(2, "0");
  const lines = Array.from({ length: BLOCK_ROWS }, (_, i) => {
    const noise = (factor: number) => (Math.abs(Math.sin(i * factor)) * 100).toFixed(3);
    return `${i},2020-01-01 00:${pad(i / 60)}:${pad(i)},M${i % 50},${noise(1.1)},${noise(1.3)},${noise(1.7)},${i % 3000},${noise(2.3)},note ${(i * 7919) % 100_000},${i % 7 === 0 ? "" : i % 2}\n`;
  });
  return Buffer.from(lines.join(""));
}

function writeTable(path: string, megabytes: number): void {
  const file = openSync(path, "wx");
  const rows = csvBlock();
  writeSync(file, "id,time,machine,temperature,pressure,humidity,speed,torque,note,flag\n");
  for (let written = 0; written < megabytes * 1e6; written += rows.length) writeSync(file, rows);
  closeSync(file);
}

/** Counts the bytes of a stored object and discards them, so that the table need not fit in memory. */
async function discardBody(key: string, body: Readable | Uint8Array) {
  let size = 0;
  for await (const chunk of body as Readable) size += (chunk as Buffer).length;
  return { key, size, sha256: "0".repeat(64) };
}

const scratch = mkdtempSync(join(tmpdir(), "agatha-memory-"));
try {
  const started = performance.now();
  const output = await ingest(ingestInput({}), {
    objects: { ...inMemoryObjectStore(), download: async (_key, path) => writeTable(path, Number(process.argv[2])), put: discardBody },
    documents: inMemoryDocumentStore(),
    taskId: "task",
    attempt: "a1",
    resourceUid: "uid",
    outputPrefix: "out/a1",
    scratch,
    progress() {},
    signal: new AbortController().signal,
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({ ...output.summary, maxRssMiB: peakResidentMiB(), seconds })}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
