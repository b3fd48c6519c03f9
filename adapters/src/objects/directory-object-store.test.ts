import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text as streamText } from "node:stream/consumers";
import { AlreadyExists, DamagedObject, type ObjectInfo } from "@agatha/contracts";
import { createDirectoryObjectStore } from "./directory-object-store.js";

describe("directory object store", () => {
  let directory: string;
  const open = () => createDirectoryObjectStore({ directory });
  const staged = () => readdirSync(join(directory, "staging"));
  const note = (key: string) => join(directory, "digests", key);
  const text = (value: string) => Buffer.from(value);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "agatha-objects-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("stores an object as a read-only file named by its key, which begins with the object's bytes", async () => {
    await open().put("datasets/d/table.parquet", text("PAR1"));
    const path = join(directory, "objects/datasets/d/table.parquet");
    expect(readFileSync(path, "utf8")).toMatch(/^PAR1\n4 [0-9a-f]{64} \S+ [0-9a-f]{16}\n$/);
    expect(statSync(path).mode & 0o222).toBe(0);
  });

  test("successful, refused and aborted puts leave no temporary file", async () => {
    const store = open();
    await store.put("k", text("x"));
    await store.put("l", text("x"), { createOnly: true });
    await store.put("l", text("y"), { createOnly: true }).catch(() => {});
    await store.put("k", text("xy"), { maxBytes: 1 }).catch(() => {});
    await store.put("k", text("xy"), { sha256: "0".repeat(64) }).catch(() => {});
    await store.put("k/below", text("xy")).catch(() => {});
    const body = new PassThrough();
    const put = store.put("k", body);
    body.write("x");
    while (staged().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    body.destroy(new Error("reset"));
    await expect(put).rejects.toThrow("reset");
    expect(staged()).toEqual([]);
  });

  test("opening removes only the unfinished files of dead processes", async () => {
    const store = open();
    const body = new PassThrough();
    const put = store.put("k", body);
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    const day = 24 * 60 * 60;
    const files: Record<string, number> = {
      [`${dead.pid}-aa-1`]: 0,
      [`${process.pid}-before-1`]: 0,
      [`${process.ppid}-bb-1`]: 0,
      [`${process.ppid}-bb-2`]: 4 * day,
      junk: 0,
    };
    for (const [name, age] of Object.entries(files)) {
      const path = join(directory, "staging", name);
      writeFileSync(path, "half");
      utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    open();
    expect(staged().filter((name) => name in files)).toEqual([`${process.ppid}-bb-1`]);
    body.end("whole");
    await put;
    expect((await store.head("k"))?.size).toBe(5);
  });

  describe("objects of an earlier version", () => {
    const path = (key: string) => join(directory, "objects", key);
    /** Stores as that version did: the bytes alone, and beside them their digest, size, inode and time of change. */
    function storeAsBefore(key: string, bytes: string): ObjectInfo {
      for (const file of [path(key), note(key)]) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(path(key), bytes);
      const { size, ino, mtimeNs } = statSync(path(key), { bigint: true });
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      writeFileSync(note(key), `${sha256} ${size} ${ino} ${mtimeNs}\n`);
      return { key, size: bytes.length, sha256 };
    }

    test("can be read, whole and in ranges, and deleted", async () => {
      const info = storeAsBefore("a/b", "0123456789");
      const store = open();
      expect([await store.head("a/b"), await store.verify("a/b")]).toEqual([info, info]);
      expect(await streamText(await store.get("a/b"))).toBe("0123456789");
      expect(await streamText(await store.get("a/b", { start: 2, end: 4 }))).toBe("234");
      await store.delete("a/b");
      expect([existsSync(path("a")), existsSync(join(directory, "digests/a"))]).toEqual([false, false]);
    });

    test.each<[string, (key: string) => void]>([
      ["has changed", (key) => writeFileSync(path(key), "0123456788")],
      ["has become shorter", (key) => writeFileSync(path(key), "012345678")],
      ["has become longer", (key) => writeFileSync(path(key), "01234567890")],
    ])("are not used if the file %s", async (_what, damage) => {
      storeAsBefore("k", "0123456789");
      damage("k");
      for (const range of [undefined, { start: 2, end: 4 }]) await expect(open().get("k", range)).rejects.toThrow(DamagedObject);
    });

    test.each<[string, (key: string) => void]>([
      ["missing", (key) => rmSync(note(key))],
      ["torn", (key) => writeFileSync(note(key), readFileSync(note(key), "utf8").slice(0, 70))],
      ["empty", (key) => writeFileSync(note(key), "")],
    ])("a digest that is %s is computed when this version opens the folder for the first time, and not later", async (_case, spoil) => {
      const info = storeAsBefore("a/b", "bytes");
      spoil("a/b");
      const store = open();
      expect(await store.head("a/b")).toEqual(info);
      spoil("a/b");
      open();
      await expect(store.head("a/b")).rejects.toThrow(DamagedObject);
    });
  });

  test("deleting the last object of a folder removes the folder", async () => {
    const store = open();
    await store.put("a/b/c", text("x"));
    await store.put("a/d", text("x"));
    await store.delete("a/b/c");
    expect(readdirSync(join(directory, "objects/a"))).toEqual(["d"]);
  });

  test.each([
    ["a/b", "a"],
    ["a", "a/b"],
    ["a", "a/b/c"],
  ])("with an object %s, putting %s throws AlreadyExists", async (there, other) => {
    const store = open();
    await store.put(there, text("x"));
    await expect(store.put(other, text("y"))).rejects.toThrow(AlreadyExists);
    await expect(store.put(other, text("y"), { createOnly: true })).rejects.toThrow(AlreadyExists);
    expect((await store.head(there))?.size).toBe(1);
  });

  test("ping throws if the folder does not exist", async () => {
    const store = open();
    rmSync(join(directory, "objects"), { recursive: true });
    await expect(store.ping()).rejects.toThrow("ENOENT");
  });
});
