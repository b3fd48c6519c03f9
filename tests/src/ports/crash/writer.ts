/**
 * Makes 1,000 writes in `folder`, some concurrently, and prints each acknowledgement. With "all" it writes resources too, which
 * only one process at a time may do.
 */
import { join } from "node:path";
import { Readable } from "node:stream";
import { createDirectoryObjectStore, createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { AlreadyExists, Conflict } from "@agatha/contracts";
import { type Acknowledgement, COUNTERS, NOTES, newDataset, noteBody, objectBytes } from "./contents.js";

const WRITES = 1_000;
const AT_ONCE = 12;
const [folder = "", run = "", stores = ""] = process.argv.slice(2);

const documents = createLmdbDocumentStore({ directory: join(folder, "documents") });
const objects = createDirectoryObjectStore({ directory: join(folder, "objects") });
const resources = stores === "all" ? createLmdbResourceStore({ directory: join(folder, "resources") }) : undefined;
const notes = documents.collection(NOTES);
const counters = documents.collection(COUNTERS);

let started = 0;

/** Pipes are written synchronously, so a printed line has left this process. */
function acknowledge(acknowledgement: Acknowledgement): void {
  process.stdout.write(`${JSON.stringify(acknowledgement)}\n`);
}

async function writeNote(n: number): Promise<void> {
  const id = `${run}-${n}`;
  // All writers compete for every other title.
  const title = n % 2 ? id : `${run.split(".")[0]}-${n}`;
  try {
    const first = await notes.insert({ id, title, body: noteBody(id, 1) });
    acknowledge({ what: "note", id, version: first.version });
    const second = await notes.replace({ ...first, body: noteBody(id, 2) });
    acknowledge({ what: "note", id, version: second.version });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
}

async function writeObject(n: number): Promise<void> {
  const key = `${run}/${n}/table.bin`;
  for (const revision of [1, 2]) {
    const bytes = objectBytes(key, revision);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, i) => bytes.subarray(i * 16_384, (i + 1) * 16_384));
    await objects.put(key, Readable.from(chunks));
    acknowledge({ what: "object", key, revision });
  }
}

async function writeResource(n: number): Promise<void> {
  if (!resources) return count();
  const name = `${run.replace(".", "-")}-${n}`;
  const created = await resources.create("Dataset", newDataset(name));
  acknowledge({ what: "resource", name, attempts: 0 });
  const updated = await resources.updateStatus("Dataset", { ...created, status: { phase: "preprocess", attempts: 1 } });
  acknowledge({ what: "resource", name, attempts: 1 });
  if (n % 8 !== 3) return;
  await resources.delete("Dataset", updated.metadata);
  acknowledge({ what: "deleted", name });
}

/** Increments the counter, in competition with all other writers. */
async function count(): Promise<void> {
  const present = await counters.get("all");
  try {
    const { value } = present
      ? await counters.replace({ ...present, value: present.value + 1 })
      : await counters.insert({ id: "all", value: 1 });
    acknowledge({ what: "count", value });
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof AlreadyExists)) throw error;
    await count();
  }
}

const KINDS_OF_WRITE = [writeNote, writeObject, count, writeResource];

async function writeOn(): Promise<void> {
  while (started < WRITES) {
    const n = started++;
    await KINDS_OF_WRITE[n % KINDS_OF_WRITE.length]?.(n);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, writeOn));
await Promise.all([documents.close(), objects.close(), resources?.close()]);
process.stdout.write("done\n");
