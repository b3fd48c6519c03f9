import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createDirectoryObjectStore, createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { KINDS, type ObjectInfo, validate } from "@agatha/contracts";
import { createRandom } from "@agatha/trainer/numeric/random";
import { type Acknowledgement, COUNTERS, NOTES, newDataset, noteBody, objectBytes } from "./crash/contents.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "./temporary-folder.js";

const WRITER = fileURLToPath(new URL("./crash/writer.js", import.meta.url));
const SEEDS = [1, 2, 3, 4];

/** Acknowledged writes of all rounds. */
const notes = new Map<string, number>();
const objects = new Map<string, number>();
const resources = new Map<string, number | "deleted">();
let counted = 0;

function remember(line: string): void {
  const ack = JSON.parse(line) as Acknowledgement;
  if (ack.what === "note") notes.set(ack.id, ack.version);
  else if (ack.what === "object") objects.set(ack.key, ack.revision);
  else if (ack.what === "resource") resources.set(ack.name, ack.attempts);
  else if (ack.what === "deleted") resources.set(ack.name, "deleted");
  else counted++;
}

interface Writer {
  process: ChildProcess;
  acknowledged: number;
  done: boolean;
  /** Resolves when the process has ended and all of its output is read. */
  ended: Promise<void>;
}

function startWriter(folder: string, run: string, stores: "all" | "shared"): Writer {
  const child = spawn(process.execPath, [WRITER, folder, run, stores], { stdio: ["ignore", "pipe", "inherit"] });
  const writer: Writer = { process: child, acknowledged: 0, done: false, ended: Promise.resolve() };
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === "done") writer.done = true;
    // A line that the kill has cut is no acknowledgement.
    else if (line.endsWith("}")) {
      writer.acknowledged++;
      remember(line);
    }
  });
  writer.ended = Promise.all([once(child, "exit"), once(lines, "close")]).then(() => {});
  return writer;
}

describe("a process that is killed while it writes", () => {
  let place: TemporaryFolder;
  beforeAll(async () => {
    place = await createTemporaryFolder();
  });
  afterAll(() => place.remove());

  test.each(SEEDS)("a killed writer loses no acknowledged write, tears none and blocks no other process: seed %i", async (seed) => {
    const random = createRandom(seed);
    const killed = startWriter(place.path, `r${seed}.a`, "all");
    const other = startWriter(place.path, `r${seed}.b`, "shared");
    const threshold = random.int(1_000);
    await eventually(() => killed.acknowledged >= threshold);
    killed.process.kill("SIGKILL");
    await Promise.all([killed.ended, other.ended]);
    expect(other.done).toBe(true);

    await checkDocuments(join(place.path, "documents"), seed);
    await checkObjects(join(place.path, "objects"), seed);
    await checkResources(join(place.path, "resources"), seed);
  });

  async function checkDocuments(directory: string, seed: number): Promise<void> {
    const store = createLmdbDocumentStore({ directory });
    const collection = store.collection(NOTES);
    const present = await collection.find();
    for (const note of present) expect(note.body).toBe(noteBody(note.id, note.version));
    const versions = new Map(present.map((note) => [note.id, note.version]));
    const lost = [...notes].filter(([id, version]) => (versions.get(id) ?? 0) < version);
    expect(lost).toEqual([]);
    expect(new Set(present.map((note) => note.title)).size).toBe(present.length);
    for (const { id, title } of present) expect((await collection.find({ where: { title } })).map((note) => note.id)).toEqual([id]);
    // Each killed writer may have stored one step without an acknowledgement.
    const total = (await store.collection(COUNTERS).get("all"))?.value ?? 0;
    expect(total).toBeGreaterThanOrEqual(counted);
    expect(total).toBeLessThanOrEqual(counted + 12 * seed);
    await collection.insert({ id: `after-${seed}`, title: `after ${seed}`, body: noteBody(`after-${seed}`, 1) });
    await store.close();
  }

  async function checkObjects(directory: string, seed: number): Promise<void> {
    const store = createDirectoryObjectStore({ directory });
    expect(await readdir(join(directory, "staging"))).toEqual([]);
    const infos: ObjectInfo[] = await Readable.from(store.list("")).toArray();
    const revisions = new Map<string, number>();
    for (const { key, size, sha256 } of infos) {
      const bytes = Buffer.concat(await (await store.get(key)).toArray());
      const revision = Number(bytes.subarray(0, bytes.indexOf("\n")).toString().split(" ")[1]);
      expect(bytes.equals(objectBytes(key, revision))).toBe(true);
      expect({ size, sha256 }).toEqual({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
      revisions.set(key, revision);
    }
    const lost = [...objects].filter(([key, revision]) => (revisions.get(key) ?? 0) < revision);
    expect(lost).toEqual([]);
    const info = await store.put(`after/${seed}`, objectBytes(`after/${seed}`, 0));
    expect(await store.head(`after/${seed}`)).toEqual(info);
    await store.close();
  }

  async function checkResources(directory: string, seed: number): Promise<void> {
    const store = createLmdbResourceStore({ directory });
    const { items, resourceVersion } = await store.list("Dataset");
    for (const item of items) {
      validate(KINDS.Dataset.spec, item.spec);
      validate(KINDS.Dataset.status, item.status ?? {});
      expect(item).toEqual(await store.get("Dataset", item.metadata.name));
      expect(Number(item.metadata.resourceVersion)).toBeLessThanOrEqual(Number(resourceVersion));
    }
    const attempts = new Map(items.map((item) => [item.metadata.name, item.status?.attempts ?? 0]));
    const lost = [...resources].filter(([name, least]) => {
      // A writer that got attempt 1 acknowledged may not have got the acknowledgement of the deletion.
      const deletable = Number(name.split("-").at(-1)) % 8 === 3 && least !== 0;
      if (least === "deleted") return attempts.has(name);
      return attempts.has(name) ? (attempts.get(name) ?? 0) < least : !deletable;
    });
    expect(lost).toEqual([]);
    const controller = new AbortController();
    await store.create("Dataset", newDataset(`after-${seed}`));
    for await (const event of store.watch("Dataset", resourceVersion, controller.signal)) {
      expect(event).toMatchObject({ type: "ADDED", resource: { metadata: { name: `after-${seed}` } } });
      controller.abort();
    }
    await store.close();
  }
});
