import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectionDefinition, Document } from "@agatha/contracts";
import { openEnvironment, openTable } from "../lmdb/environment.js";
import { createLmdbDocumentStore } from "./lmdb-document-store.js";

interface Item extends Document {
  owner?: string;
  name?: string;
}

const ITEMS: CollectionDefinition<Item> = {
  name: "items",
  indexes: { name: { fields: ["name"], unique: true }, owner: { fields: ["owner"] } },
};

describe("LMDB document store", () => {
  let directory: string;
  const time = { now: Date.parse("2024-05-01T00:00:00Z") };
  const clock = { now: () => time.now };
  const inMs = (ms: number) => new Date(time.now + ms).toISOString();

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "agatha-documents-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Returns a view of the stored rows: documents and index rows. */
  function lookBeneath() {
    const environment = openEnvironment(directory);
    const [documents, indexes] = [openTable(environment, "documents"), openTable(environment, "indexes")];
    const keysOf = (table: typeof documents) => {
      table.resetReadTxn();
      return [...table.getKeys()].filter((key) => !key.startsWith("!definition/"));
    };
    return { documents: () => keysOf(documents), indexes: () => keysOf(indexes), close: () => environment.close() };
  }

  async function eventually(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  test("a store whose folder is removed or replaced while it is open refuses to write, and does not answer a ping", async () => {
    const store = createLmdbDocumentStore({ directory });
    const items = store.collection(ITEMS);
    await items.insert({ id: "before" });
    await store.ping();
    renameSync(directory, `${directory}.moved`);
    await expect(store.ping()).rejects.toThrow("was removed or replaced");
    await expect(items.insert({ id: "after" })).rejects.toThrow("was removed or replaced");
    const other = createLmdbDocumentStore({ directory });
    await expect(items.delete("before")).rejects.toThrow("was removed or replaced");
    await Promise.all([store.close(), other.close()]);
    rmSync(`${directory}.moved`, { recursive: true });
  });

  test("the sweeper removes expired documents with all of their index rows, and keeps others", async () => {
    const store = createLmdbDocumentStore({ directory, clock, sweepIntervalMs: 5 });
    const items = store.collection(ITEMS);
    const insert = (n: number) => items.insert({ id: `i${n}`, name: `n${n}`, owner: "o", expiresAt: inMs(n % 2 ? 10 : 1_000) });
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => insert(n)));
    await items.insert({ id: "forever", owner: "o" });
    const beneath = lookBeneath();
    expect(beneath.documents()).toHaveLength(2_501);
    expect((await items.find()).map(({ id }) => `items/${id}`)).toEqual(beneath.documents());
    time.now += 10;
    const expected = 1_251;
    await eventually(() => beneath.documents().length <= expected);
    expect(beneath.documents()).toHaveLength(expected);
    expect(beneath.indexes()).toHaveLength(1_250 * 4 + 2);
    expect(await items.count({ owner: "o" })).toBe(expected);
    await beneath.close();
    await store.close();
  });

  test("the sweeper keeps a document whose expiry was extended", async () => {
    const store = createLmdbDocumentStore({ directory, clock, sweepIntervalMs: 5 });
    const items = store.collection(ITEMS);
    const first = await items.insert({ id: "renewed", expiresAt: inMs(10) });
    await items.insert({ id: "old", expiresAt: inMs(10) });
    await items.replace({ ...first, expiresAt: inMs(1_000) });
    time.now += 10;
    const beneath = lookBeneath();
    await eventually(() => !beneath.documents().includes("items/old"));
    expect(beneath.documents()).toEqual(["items/renewed"]);
    expect(beneath.indexes()).toHaveLength(2);
    await beneath.close();
    await store.close();
  });

  test("a new unique index that documents violate is refused, and old indexes still work", async () => {
    const store = createLmdbDocumentStore({ directory, clock });
    await store.collection(ITEMS).insert({ id: "a", owner: "o" });
    await store.collection(ITEMS).insert({ id: "b", owner: "o" });
    await store.close();
    const again = createLmdbDocumentStore({ directory, clock });
    const unique: CollectionDefinition<Item> = { ...ITEMS, indexes: { owner: { fields: ["owner"], unique: true } } };
    expect(() => again.collection(unique)).toThrow("b has the same owner as another document");
    expect(await again.collection(ITEMS).count({ owner: "o" })).toBe(2);
    await again.close();
  });

  test("a write that the disk refuses is rejected with the reason, and the store still works", () => {
    // Simulates a full disk: the process may write no file beyond 2 MB.
    const program = `
      import { createLmdbDocumentStore } from ${JSON.stringify(import.meta.resolve("../index.js"))};
      const store = createLmdbDocumentStore({ directory: ${JSON.stringify(directory)} });
      const items = store.collection({ name: "items", indexes: {} });
      await items.insert({ id: "small" });
      const failures = await Promise.allSettled([1, 2].map((n) => items.insert({ id: "large" + n, text: "x".repeat(3_000_000) })));
      const read = [(await items.get("small"))?.id, await items.count()];
      await items.insert({ id: "small again" });
      console.log(JSON.stringify({ failures: failures.map(({ reason }) => reason?.message), read, count: await items.count() }));
      await store.close();
    `;
    const limited = 'ulimit -f 4096; exec "$0" --input-type=module -e "$1"';
    const output = execFileSync("bash", ["-c", limited, process.execPath, program], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { failures, read, count } = JSON.parse(output.trim().split("\n").at(-1)!);
    const refused = "The write could not be stored: Input/output error";
    expect(failures).toEqual([refused, refused]);
    expect(read).toEqual(["small", 1]);
    expect(count).toBe(2);
  });
});
