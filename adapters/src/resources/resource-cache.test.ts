import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NewResource, type ResourceStore, Unavailable } from "@agatha/contracts";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { createLmdbResourceStore } from "./lmdb-resource-store.js";
import { createResourceCache, type ResourceCache } from "./resource-cache.js";

const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const dataset: NewResource<"Dataset"> = {
  metadata: { name: "oven" },
  spec: {
    displayName: "Oven",
    owner: "u1",
    productType: "quality",
    source: { key: "uploads/oven.csv", sha256: "0".repeat(64), size: 1, fileName: "oven.csv", format: "csv" },
    timezone: "UTC",
    columns: [],
  },
};

describe("resource cache", () => {
  let folder: string;
  let store: ResourceStore;
  let resources: Pick<ResourceStore, "list" | "watch">;
  let reads: ResourceCache;
  let away: boolean;
  let asked: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "agatha-watched-"));
    store = createLmdbResourceStore({ directory: folder });
    away = false;
    asked = 0;
    const ask = () => {
      asked += 1;
      if (away) throw new Error("the store is away");
    };
    resources = {
      async list(kind) {
        ask();
        return await store.list(kind);
      },
      watch(...about) {
        ask();
        return store.watch(...about);
      },
    };
    await store.create("Dataset", dataset);
  });
  afterEach(async () => {
    await reads.stop();
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const seen = () => reads.get("Dataset", "oven");
  function start(): void {
    reads = createResourceCache(["Dataset"], { resources, timers: systemTimers, logger });
  }
  async function synced(): Promise<void> {
    start();
    await until(() => reads.synced());
  }

  test("reads are refused until everything is listed", async () => {
    start();
    await expect(reads.get("Dataset", "oven")).rejects.toThrow(Unavailable);
    await until(() => reads.synced());
    expect(await reads.get("Dataset", "oven")).toEqual((await store.list("Dataset")).items[0]);
    expect(await reads.get("Dataset", "kiln")).toBeUndefined();
  });
  test("reads reflect changes and deletions", async () => {
    await synced();
    const present = (await store.get("Dataset", "oven"))!;
    await store.update("Dataset", { ...present, spec: { ...present.spec, displayName: "Kiln" } });
    await until(async () => (await seen())?.spec.displayName === "Kiln");
    await store.delete("Dataset", present.metadata);
    await until(async () => (await seen()) === undefined);
  });
  test("reads do not query the store, and continue while it is unavailable", async () => {
    await synced();
    const before = asked;
    away = true;
    for (let i = 0; i < 100; i++) expect(await reads.get("Dataset", "oven")).toMatchObject({ metadata: { name: "oven" } });
    expect(asked).toBe(before);
  });
  test("reads of kinds that the cache does not watch are refused", async () => {
    start();
    await expect(reads.get("Model", "m")).rejects.toThrow("Model is not watched here");
  });
});
