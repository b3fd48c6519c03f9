import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text as streamText } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { AlreadyExists, DamagedObject, NotFound, type ObjectInfo } from "@agatha/contracts";
import { createDirectoryObjectStore } from "./directory-object-store.js";
import { migrateObjects } from "./earlier-objects.js";
import { removeUnfinishedObjects } from "./object-files.js";
import { encodeRecord } from "./object-record.js";

describe("directory object store", () => {
  let directory: string;
  const open = () => createDirectoryObjectStore({ directory });
  const staged = () => readdirSync(join(directory, "staging"));
  const path = (key: string) => join(directory, "objects", key);
  /** Path of an object's bytes. */
  const bytesOf = (key: string) => {
    const [name = ""] = readdirSync(dirname(path(key))).filter((each) => each.startsWith(`${basename(key)}~`));
    return join(dirname(path(key)), name);
  };
  const text = (value: string) => Buffer.from(value);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "agatha-objects-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("stores an object as two read-only files: its bytes alone, and a record named by its key", async () => {
    await open().put("datasets/d/table.parquet", text("PAR1"));
    expect(readFileSync(bytesOf("datasets/d/table.parquet"), "utf8")).toBe("PAR1");
    expect(readFileSync(path("datasets/d/table.parquet"), "utf8")).toMatch(/^[0-9a-f]{16} 4 [0-9a-f]{64} \S+ [0-9a-f]{16}$/);
    for (const file of [path("datasets/d/table.parquet"), bytesOf("datasets/d/table.parquet")]) expect(statSync(file).mode & 0o222).toBe(0);
  });

  test("a download is a second name of the object's file and takes no room, and is checked before", async () => {
    const store = open();
    await store.put("k", text("PAR1"));
    await store.download("k", join(directory, "table"));
    expect(statSync(join(directory, "table")).ino).toBe(statSync(bytesOf("k")).ino);
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

  describe("a put that was killed", () => {
    /** Leaves the files that are there after a kill in the midst of `put`: the record of before, and the bytes of both. */
    async function killed(put: () => Promise<unknown>): Promise<void> {
      const before = readFileSync(path("k"));
      const bytes = bytesOf("k");
      const kept = readFileSync(bytes);
      await put();
      rmSync(path("k"));
      writeFileSync(path("k"), before);
      writeFileSync(bytes, kept);
    }

    test("between bytes and record has changed nothing, and the next start removes its bytes", async () => {
      const store = open();
      await store.put("k", text("old"));
      await store.put("other", text("whole"));
      await killed(() => store.put("k", text("new")));
      expect(await streamText(await store.get("k"))).toBe("old");
      expect(await store.verify("k")).toMatchObject({ size: 3 });
      expect(readdirSync(join(directory, "objects"))).toHaveLength(5);
      removeUnfinishedObjects(join(directory, "objects"));
      expect(readdirSync(join(directory, "objects"))).toHaveLength(4);
      expect(await streamText(await store.get("k"))).toBe("old");
    });

    test("before its first record has made no object", async () => {
      const store = open();
      await store.put("k", text("new"));
      rmSync(path("k"));
      expect([await store.head("k"), await Readable.from(store.list("")).toArray()]).toEqual([undefined, []]);
      await expect(store.get("k")).rejects.toThrow(NotFound);
      await store.delete("k");
      expect(readdirSync(join(directory, "objects"))).toEqual([]);
    });
  });

  describe("objects of earlier versions", () => {
    const write = (file: string, contents: string) => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
    };
    const infoOf = (key: string, bytes: string): ObjectInfo => ({
      key,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    const note = (key: string) => join(directory, "digests", key);

    /** Stores as the version before did: the record is the last line of the file. */
    function storeWithTrailer(key: string, bytes: string): ObjectInfo {
      const info = infoOf(key, bytes);
      write(path(key), `${bytes}\n${encodeRecord(key, { ...info, checksums: [crc32(bytes)] })}\n`);
      write(note("~complete"), "");
      return info;
    }

    /** Stores as the versions before that one did: the digest, size, inode and time of change are in another folder. */
    function storeWithDigest(key: string, bytes: string): ObjectInfo {
      const info = infoOf(key, bytes);
      write(path(key), bytes);
      const { size, ino, mtimeNs } = statSync(path(key), { bigint: true });
      write(note(key), `${info.sha256} ${size} ${ino} ${mtimeNs}\n`);
      return info;
    }

    describe.each([
      ["with the record in its file", storeWithTrailer],
      ["with the digest in another folder", storeWithDigest],
    ])("an object %s", (_what, store) => {
      test("an object can be read after the migration, whole and in ranges, and deleted; the migration may be repeated", async () => {
        const info = store("a/b", "0123456789");
        for (let n = 0; n < 2; n++) migrateObjects(directory);
        const objects = open();
        expect([await objects.head("a/b"), await objects.verify("a/b")]).toEqual([info, info]);
        expect(readFileSync(bytesOf("a/b"), "utf8")).toBe("0123456789");
        expect(await streamText(await objects.get("a/b"))).toBe("0123456789");
        expect(await streamText(await objects.get("a/b", { start: 2, end: 4 }))).toBe("234");
        await objects.delete("a/b");
        expect([existsSync(path("a")), existsSync(join(directory, "digests"))]).toEqual([false, false]);
      });

      test("an object is migrated after a crash at any step", async () => {
        const info = store("k", "0123456789");
        const before = readFileSync(path("k"));
        open();
        const marks = existsSync(note("~complete"));
        migrateObjects(directory);
        const [record, bytes] = [readFileSync(path("k")), bytesOf("k")];
        const digests = () => {
          if (marks) write(note("~complete"), "");
          else write(note("k"), `${info.sha256} 10 1 1\n`);
        };
        /** The files after a crash: one between the renaming and the record, and one after the record. */
        for (const leave of [() => rmSync(path("k")), () => writeFileSync(path("k"), record)]) {
          chmodSync(path("k"), 0o600);
          chmodSync(bytes, 0o600);
          writeFileSync(bytes, before);
          digests();
          leave();
          migrateObjects(directory);
          expect(await open().verify("k")).toEqual(info);
        }
      });

      test.each<[string, () => void]>([
        ["has changed", () => writeFileSync(path("k"), readFileSync(path("k"), "utf8").replace("9", "8"))],
        ["has become shorter", () => writeFileSync(path("k"), readFileSync(path("k")).subarray(0, -1))],
        ["has become longer", () => writeFileSync(path("k"), Buffer.concat([readFileSync(path("k")), text("0")]))],
      ])("an object is not used if the file %s", async (_case, damage) => {
        store("k", "0123456789");
        write(note("~complete"), "");
        damage();
        migrateObjects(directory);
        for (const range of [undefined, { start: 2, end: 4 }]) await expect(open().get("k", range)).rejects.toThrow(DamagedObject);
      });
    });

    test.each<[string, (key: string) => void]>([
      ["missing", (key) => rmSync(note(key))],
      ["torn", (key) => writeFileSync(note(key), readFileSync(note(key), "utf8").slice(0, 70))],
      ["empty", (key) => writeFileSync(note(key), "")],
    ])("a digest that is %s is computed, unless a later version found all of them there", async (_case, spoil) => {
      const info = storeWithDigest("a/b", "bytes");
      spoil("a/b");
      migrateObjects(directory);
      expect(await open().head("a/b")).toEqual(info);
      storeWithDigest("a/c", "bytes");
      spoil("a/c");
      write(note("~complete"), "");
      migrateObjects(directory);
      await expect(open().head("a/c")).rejects.toThrow(DamagedObject);
    });
  });

  test("deleting the last object of a folder removes the folder", async () => {
    const store = open();
    await store.put("a/b/c", text("x"));
    await store.put("a/d", text("x"));
    await store.delete("a/b/c");
    expect(readdirSync(join(directory, "objects/a"))).toEqual(["d", expect.stringMatching(/^d~/)]);
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
