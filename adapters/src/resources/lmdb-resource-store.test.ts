import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewResource } from "@agatha/contracts";
import { openEnvironment, openTable } from "../lmdb/environment.js";
import { createLmdbResourceStore } from "./lmdb-resource-store.js";

function dataset(name: string): NewResource<"Dataset"> {
  const source = { key: "uploads/a", sha256: "0".repeat(64), size: 1, fileName: "a.csv", format: "csv" as const };
  return { metadata: { name }, spec: { displayName: "Steel", owner: "u", source } };
}

describe("LMDB resource store", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "agatha-resources-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("with two unintended writers, no write is lost and no version repeats", async () => {
    const stores = [createLmdbResourceStore({ directory }), createLmdbResourceStore({ directory })];
    const created = await Promise.all(Array.from({ length: 60 }, (_, n) => stores[n % 2]!.create("Dataset", dataset(`d${n}`))));
    expect((await stores[0]!.list("Dataset")).items).toHaveLength(60);
    expect(new Set(created.map(({ metadata }) => metadata.resourceVersion)).size).toBe(60);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("namespaces are isolated from each other", async () => {
    const [one, other] = [
      createLmdbResourceStore({ directory, namespace: "one" }),
      createLmdbResourceStore({ directory, namespace: "two" }),
    ];
    const created = await one.create("Dataset", dataset("d"));
    expect(created.metadata.namespace).toBe("one");
    expect(await other.get("Dataset", "d")).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });

  test("a store whose folder is removed while it is open refuses to write, and does not answer a ping", async () => {
    const store = createLmdbResourceStore({ directory });
    await store.create("Dataset", dataset("before"));
    await store.ping();
    rmSync(directory, { recursive: true });
    await expect(store.ping()).rejects.toThrow("was removed or replaced");
    await expect(store.create("Dataset", dataset("after"))).rejects.toThrow("was removed or replaced");
    await store.close();
    mkdirSync(directory);
  });

  test("the store keeps no more events than configured, even after a larger limit", async () => {
    const events = async () => {
      const environment = openEnvironment(directory);
      const keys = [...openTable(environment, "resources-default").getKeys()].filter((key) => key.startsWith("event/"));
      await environment.close();
      return keys.length;
    };
    const store = createLmdbResourceStore({ directory, eventsKept: 20 });
    for (let n = 0; n < 30; n++) await store.create("Dataset", dataset(`d${n}`));
    expect(await events()).toBe(20);
    await store.close();
    const smaller = createLmdbResourceStore({ directory, eventsKept: 5 });
    expect(await events()).toBe(5);
    await smaller.close();
  });

  test("an object whose spec is no longer valid takes labels, and goes with its last finalizer", async () => {
    const store = createLmdbResourceStore({ directory });
    const timezone = "Nowhere/".repeat(10);
    const { metadata, spec } = dataset("d");
    const created = await store.create("Dataset", { metadata: { ...metadata, finalizers: ["agatha.dev/data"] }, spec });
    const environment = openEnvironment(directory);
    const table = openTable<object>(environment, "resources-default");
    await table.put("resource/Dataset/d", { ...created, spec: { ...created.spec, timezone } });
    const stored = (await store.get("Dataset", "d"))!;
    const labelled = await store.update("Dataset", { ...stored, metadata: { ...stored.metadata, labels: { plant: "north" } } });
    expect(labelled).toMatchObject({ metadata: { generation: 1, labels: { plant: "north" } }, spec: { timezone } });
    await expect(store.update("Dataset", { ...labelled, spec: { ...labelled.spec, displayName: "Iron" } })).rejects.toThrow("timezone");
    await store.delete("Dataset", { name: "d", uid: created.metadata.uid });
    const leaving = (await store.get("Dataset", "d"))!;
    await store.update("Dataset", { ...leaving, metadata: { ...leaving.metadata, finalizers: [] } });
    expect(await store.get("Dataset", "d")).toBeUndefined();
    await environment.close();
    await store.close();
  });

  test("timestamps come from the given clock", async () => {
    const store = createLmdbResourceStore({ directory, clock: { now: () => Date.parse("2024-05-01T10:00:00.789Z") } });
    expect((await store.create("Dataset", dataset("d"))).metadata.creationTimestamp).toBe("2024-05-01T10:00:00Z");
    await store.close();
  });
});
