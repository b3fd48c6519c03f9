import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { AlreadyExists } from "@agatha/contracts";
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

  test("stores an object as a read-only file named by its key", async () => {
    await open().put("datasets/d/table.parquet", text("PAR1"));
    const path = join(directory, "objects/datasets/d/table.parquet");
    expect(readFileSync(path, "utf8")).toBe("PAR1");
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
      [`${process.ppid}-bb-2`]: 2 * day,
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

  test.each<[string, (key: string) => void]>([
    ["missing", (key) => rmSync(note(key))],
    ["torn", (key) => writeFileSync(note(key), readFileSync(note(key), "utf8").slice(0, 70))],
    ["of another file", (key) => writeFileSync(note(key), `${"0".repeat(64)} 5 1 1\n`)],
    ["empty", (key) => writeFileSync(note(key), "")],
  ])("a digest whose cache entry is %s is computed from the bytes and cached again", async (_case, spoil) => {
    const store = open();
    const info = await store.put("a/b", text("bytes"));
    const before = readFileSync(note("a/b"), "utf8");
    spoil("a/b");
    expect(await store.head("a/b")).toEqual(info);
    expect(readFileSync(note("a/b"), "utf8")).toBe(before);
  });

  test("a cached digest is used without reading the file while the file is unchanged", async () => {
    const store = open();
    await store.put("k", text("bytes"));
    const [, identity] = readFileSync(note("k"), "utf8").split(/ (.*)/s);
    writeFileSync(note("k"), `${"f".repeat(64)} ${identity}`);
    expect((await store.head("k"))?.sha256).toBe("f".repeat(64));
  });

  test("size and digest are of the same bytes, while objects without a cached digest are replaced", async () => {
    const store = open();
    const bodies = [Buffer.alloc(1_500_000, "a"), Buffer.alloc(1_500_001, "b")];
    const infos = await Promise.all(bodies.map((body, n) => store.put(`sample/${n}`, body)));
    const known = infos.map(({ size, sha256 }) => ({ size, sha256 }));
    await store.put("k", bodies[0]!);
    let writing = true;
    const replaceOften = async () => {
      for (let round = 1; round <= 40; round++) await store.put("k", bodies[round % 2]!);
      writing = false;
    };
    const readOften = async () => {
      while (writing) {
        rmSync(note("k"), { force: true });
        const { size, sha256 } = (await store.head("k"))!;
        expect(known).toContainEqual({ size, sha256 });
      }
    };
    await Promise.all([replaceOften(), readOften()]);
  });

  test("deleting the last object of a folder removes the folder and its cached digest", async () => {
    const store = open();
    await store.put("a/b/c", text("x"));
    await store.put("a/d", text("x"));
    await store.delete("a/b/c");
    for (const root of ["objects", "digests"]) expect(readdirSync(join(directory, root, "a"))).toEqual(["d"]);
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

  test("download creates a hard link to the object's file", async () => {
    const store = open();
    await store.put("k", text("x"));
    await store.download("k", join(directory, "copy"));
    expect(statSync(join(directory, "copy")).ino).toBe(statSync(join(directory, "objects/k")).ino);
  });

  const memory = "/dev/shm";
  const otherFileSystem = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;
  (otherFileSystem ? test : test.skip)("download to another file system (needs /dev/shm) is a copy", async () => {
    const target = mkdtempSync(join(memory, "agatha-objects-"));
    try {
      const store = open();
      await store.put("k", text("copied"));
      await store.download("k", join(target, "copy"));
      expect(readFileSync(join(target, "copy"), "utf8")).toBe("copied");
      await expect(store.download("k", join(target, "copy"))).rejects.toThrow(AlreadyExists);
    } finally {
      rmSync(target, { recursive: true });
    }
  });

  test("ping throws if the folder does not exist", async () => {
    const store = open();
    rmSync(join(directory, "objects"), { recursive: true });
    await expect(store.ping()).rejects.toThrow("ENOENT");
  });
});
