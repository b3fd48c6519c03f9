/** Resources that uploads take from the API process: descriptors, files and memory. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { deflateRawSync } from "node:zlib";
import type { ErrorBody } from "@agatha/contracts/wire";
import { removeFolder, temporaryFolder, waitFor } from "../end-to-end/testing/agatha-process.js";
import { workbook } from "../end-to-end/testing/workbooks.js";
import { recordMeasurement } from "../measurements.js";
import type { ReadyMessage } from "./server.js";
import { zipArchive } from "./zip-archive.js";

const MIB = 1024 * 1024;
const onLinux = process.platform === "linux" ? test : test.skip;
let data: string;
let child: ChildProcess;
let server: ReadyMessage;

beforeAll(async () => {
  data = await temporaryFolder();
  child = fork(fileURLToPath(new URL("./server.js", import.meta.url)), [data]);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
  [server] = (await Promise.race([once(child, "message"), ended])) as [ReadyMessage];
});
afterAll(async () => {
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
  await removeFolder(data);
});

async function upload(fileName: string, bytes: Uint8Array[]): Promise<{ status: number; body: ErrorBody }> {
  const form = new FormData();
  form.set("file", new Blob(bytes.map((part) => new Uint8Array(part))), fileName);
  const answer = await fetch(`${server.url}/agatha/datasets/upload/`, { method: "POST", body: form, headers: server.headers });
  return { status: answer.status, body: (await answer.json()) as ErrorBody };
}

async function endedRequests(): Promise<number> {
  child.send("requests");
  return ((await once(child, "message")) as [number])[0];
}

const descriptors = async (): Promise<number> => (await readdir(`/proc/${child.pid}/fd`)).length;

async function files(): Promise<string[]> {
  const found = await readdir(data, { recursive: true, withFileTypes: true });
  const kept = found.filter((entry) => entry.isFile() && !/\.mdb/.test(entry.name));
  return kept.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Returns the peak resident memory of the server since the last reset, in bytes (proc(5): VmHWM, clear_refs). */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function growthDuring(work: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${child.pid}/clear_refs`, "5");
  const before = await peakMemory();
  await work();
  return (await peakMemory()) - before;
}

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\n';
const ROWS = "1,2\n".repeat(20_000);
/** Parts of an upload that are sent before it is aborted. */
const MOMENTS: Record<string, string[]> = {
  "the first byte of the body": ["-"],
  "half a part's header": [HEAD.slice(0, 40)],
  "the beginning of the file": [HEAD, "a,b\n"],
  "a good part of the file": [HEAD, "a,b\n", ROWS],
  "all of the file": [HEAD, "a,b\n", ROWS, "\r\n--x\r\n"],
};

function abort(parts: string[]): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(`${server.url}/agatha/datasets/upload/`, {
      method: "POST",
      headers: { ...server.headers, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": 100_000_000 },
    });
    sending.on("error", () => undefined);
    sending.on("close", () => resolve());
    sending.flushHeaders();
    sending.write(parts.join(""), () => setImmediate(() => sending.destroy()));
  });
}

onLinux("1,000 aborted uploads leave no descriptor, temporary file, object or dataset", async () => {
  expect((await upload("first.csv", [Buffer.from("a,b\n1,2\n")])).status).toBe(201);
  const before = { descriptors: await descriptors(), files: await files() };
  const moments = Object.values(MOMENTS);
  for (let i = 0; i < 1000; i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, j) => abort(moments[(i + j) % moments.length] ?? [])));
  await waitFor("the server to have seen the end of all", async () => (await endedRequests()) >= 1001);
  // Folders may be deleted during the listing.
  await waitFor("its files to be as before", async () => isDeepStrictEqual(await files().catch(() => undefined), before.files));
  // Fewer, if the connection of the first upload has ended meanwhile.
  await waitFor("its descriptors to be as before", async () => (await descriptors()) <= before.descriptors);
  const answer = await fetch(`${server.url}/agatha/datasets/`, { headers: server.headers });
  expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
});

describe("a decompression bomb", () => {
  const blanks = deflateRawSync(Buffer.alloc(512 * MIB, 32), { level: 9 });
  const types = { name: "[Content_Types].xml", bytes: Buffer.from("<Types/>") };
  const sheet = { name: "xl/worksheets/sheet1.xml", packed: blanks };
  const bombs: Record<string, { bytes: Uint8Array; code: string }> = {
    "with a true unpacked size": { bytes: zipArchive([types, { ...sheet, unpacked: 512 * MIB }]), code: "010413" },
    "with a false, small unpacked size": { bytes: zipArchive([types, { ...sheet, unpacked: 1000 }]), code: "010407" },
  };

  onLinux.each(Object.entries(bombs))(
    "a decompression bomb %s is rejected within 12 MiB of memory, and leaves nothing",
    async (_title, { bytes, code }) => {
      // This loads the modules that every workbook needs.
      await upload("small.xlsx", [workbook([["a"], [1], [2]])]);
      await upload("bomb.xlsx", [bytes]);
      const before = await files();
      const growth = await growthDuring(async () => {
        const { status, body } = await upload("bomb.xlsx", [bytes]);
        expect([status >= 400 && status < 500, body.tukey_error]).toEqual([true, code]);
      });
      recordMeasurement(`a decompression bomb of ${bytes.length} bytes: ${(growth / MIB).toFixed(1)} MiB more`);
      expect(growth).toBeLessThan(12 * MIB);
      expect(await files()).toEqual(before);
    },
  );
});

onLinux("the API streams a large file without holding it in memory", async () => {
  const part = Buffer.from("1.5,2.5\n".repeat(131_072));
  const growth = await growthDuring(async () => {
    expect((await upload("large.csv", [Buffer.from("a,b\n"), ...Array.from({ length: 200 }, () => part)])).status).toBe(201);
  });
  expect(growth).toBeLessThan(100 * MIB);
});
