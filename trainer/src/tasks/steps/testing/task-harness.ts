/** In-memory ports for the tests of task steps. */
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  type Collection,
  type CollectionDefinition,
  type Document,
  type DocumentStore,
  MissingObject,
  type ObjectInfo,
  type ObjectStore,
} from "@agatha/contracts";
import type { TaskContext } from "../task-handler.js";

export function inMemoryObjectStore(): ObjectStore & { bytes: Map<string, Buffer> } {
  const bytes = new Map<string, Buffer>();
  const info = (key: string, body: Buffer): ObjectInfo => ({
    key,
    size: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
  });
  const need = (key: string) => {
    const body = bytes.get(key);
    if (!body) throw new MissingObject(key, `s3://agatha/${key}`);
    return body;
  };
  return {
    bytes,
    async put(key, body) {
      const whole = body instanceof Readable ? await buffer(body) : Buffer.from(body);
      bytes.set(key, whole);
      return info(key, whole);
    },
    get: async (key, range) => Readable.from([range ? need(key).subarray(range.start, range.end + 1) : need(key)]),
    download: (key, path) => writeFile(path, need(key), { flag: "wx" }),
    verify: async (key) => info(key, need(key)),
    head: async (key) => (bytes.has(key) ? info(key, need(key)) : undefined),
    async *list(prefix) {
      for (const key of [...bytes.keys()].sort()) if (key.startsWith(prefix)) yield info(key, need(key));
    },
    delete: async (key) => void bytes.delete(key),
    ping: async () => {},
    close: async () => {},
  };
}

export function inMemoryDocumentStore(): DocumentStore & { all(): Document[] } {
  const collections = new Map<string, Map<string, Document>>();
  return {
    all: () => [...collections.values()].flatMap((documents) => [...documents.values()]),
    collection<T extends Document>({ name }: CollectionDefinition<T>): Collection<T> {
      const documents = (collections.get(name) ?? new Map()) as Map<string, T>;
      collections.set(name, documents as Map<string, Document>);
      const write = async (document: Omit<T, "version">) => {
        const stored = { ...structuredClone(document), version: (documents.get(document.id as string)?.version ?? 0) + 1 } as T;
        documents.set(stored.id, stored);
        return stored;
      };
      return {
        get: async (id) => documents.get(id),
        getMany: async (ids) => new Map(ids.flatMap((id) => documents.get(id) ?? []).map((document) => [document.id, document])),
        find: async () => [...documents.values()],
        count: async () => documents.size,
        insert: write,
        replace: write,
        put: write,
        delete: async (id) => documents.delete(id),
      };
    },
    ping: async () => {},
    close: async () => {},
  };
}

export interface TaskHarness {
  context: TaskContext;
  objects: ReturnType<typeof inMemoryObjectStore>;
  documents: ReturnType<typeof inMemoryDocumentStore>;
  steps: { fraction: number; step: string }[];
  remove(): Promise<void>;
}

/** Creates a context with fresh stores and a scratch folder; the caller removes it afterwards. */
export async function createTaskHarness(signal: AbortSignal = new AbortController().signal): Promise<TaskHarness> {
  const objects = inMemoryObjectStore();
  const documents = inMemoryDocumentStore();
  const scratch = await mkdtemp(join(tmpdir(), "agatha-step-"));
  const steps: TaskHarness["steps"] = [];
  const context: TaskContext = {
    objects,
    documents,
    taskId: "task",
    attempt: "a1",
    resourceUid: "uid",
    outputPrefix: "out/a1",
    scratch,
    progress: (fraction, step) => void steps.push({ fraction, step }),
    signal,
  };
  return { context, objects, documents, steps, remove: () => rm(scratch, { recursive: true, force: true }) };
}
