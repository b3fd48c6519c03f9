import { readdir } from "node:fs/promises";
import { InvalidInput } from "@agatha/contracts";
import type { RowReader } from "@agatha/trainer/serving";
import { SERIES } from "../api-docs/response-examples/accounts-and-datasets.js";
import { type TestDeps, testDeps, waitFor } from "../testing/deps.js";
import { createTableReaderCache, type TableReaderCache, type TableReaderCacheOptions } from "./table-reader-cache.js";

let deps: TestDeps;
let opened: string[];
/** A new list for each test, because a table that an earlier test left open may close later. */
let closed: string[];

beforeEach(async () => {
  deps = testDeps();
  opened = [];
  closed = [];
  for (const key of ["a", "b", "c"]) await deps.objects.put(key, Buffer.from(key));
});
afterEach(() => deps.cleanUp());

function readers(options: Partial<TableReaderCacheOptions> = {}): TableReaderCache {
  const [nowOpened, nowClosed] = [opened, closed];
  const open = async (path: string): Promise<RowReader> => {
    nowOpened.push(path);
    const rows = async () => ({ columns: [], data: [], total: 0 });
    return {
      rows,
      editedRows: rows,
      targetLeakage: async () => [],
      describeSeries: async () => SERIES,
      close: async () => void nowClosed.push(path),
    };
  };
  return createTableReaderCache(deps, { open, maxOpen: 2, idleMs: 60_000, ...options });
}
const files = async (): Promise<number> => (await readdir(deps.config.scratch)).length;
const nothing = async (): Promise<void> => undefined;

test("concurrent and later uses open a table once", async () => {
  const tables = readers();
  await Promise.all([tables.use("a", nothing), tables.use("a", nothing)]);
  await tables.use("a", nothing);
  expect([opened.length, await files()]).toEqual([1, 1]);
});

test("the least recently used table is closed", async () => {
  const tables = readers();
  for (const key of ["a", "b", "a", "c"]) await tables.use(key, nothing);
  await waitFor(() => closed.length === 1);
  await tables.use("a", nothing);
  expect(opened).toHaveLength(3);
  await tables.use("b", nothing);
  expect(opened).toHaveLength(4);
});

test("a table in use stays open, however many others are opened", async () => {
  const tables = readers({ maxOpen: 1 });
  await tables.use("a", async () => {
    await tables.use("b", () => tables.use("c", nothing));
    expect(closed).toEqual([]);
  });
  await tables.use("a", nothing);
  await tables.close();
  expect([closed.length, await files()]).toEqual([opened.length, 0]);
});

test("an idle table is closed, and its file removed", async () => {
  const tables = readers({ idleMs: 10 });
  await tables.use("a", nothing);
  await waitFor(async () => closed.length === 1 && (await files()) === 0);
  await tables.use("a", nothing);
  expect(opened).toHaveLength(2);
});

test("an unreadable table is opened again at the next use", async () => {
  const tables = readers();
  await expect(tables.use("a", () => Promise.reject(new Error("torn")))).rejects.toThrow("torn");
  await tables.use("a", nothing);
  expect(opened).toHaveLength(2);
  await waitFor(() => closed.length === 1);
});

test("a table stays open after an invalid query", async () => {
  const tables = readers();
  const wrong = new InvalidInput("010409", { path: "", message: "no row is left" });
  await expect(tables.use("a", () => Promise.reject(wrong))).rejects.toThrow(wrong);
  await tables.use("a", nothing);
  expect(opened).toHaveLength(1);
  await tables.close();
});

test("a missing table is an error and leaves no file", async () => {
  const tables = readers();
  await expect(tables.use("gone", nothing)).rejects.toThrow();
  expect([opened, await files()]).toEqual([[], 0]);
});

test("close removes every file", async () => {
  const tables = readers();
  for (const key of ["a", "b"]) await tables.use(key, nothing);
  await tables.close();
  expect([closed.length, await files()]).toEqual([2, 0]);
});
