import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import {
  AlreadyExists,
  DamagedObject,
  InvalidInput,
  MissingObject,
  NotFound,
  type ObjectInfo,
  type ObjectStore,
  RejectedBytes,
} from "@agatha/contracts";
import { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.js";

/** A backend for objects that can be opened more than once. */
interface ObjectBackend {
  open(): Promise<ObjectStore>;
  /** Changes an object behind the store's back. */
  tamper(key: string, change: Tampering): Promise<void>;
  remove(): Promise<void>;
}

/** Changes the stored bytes, or replaces the object with another one, with everything that the store keeps with that. */
type Tampering = { bytes: (stored: Buffer) => Buffer } | { objectOf: string };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const text = (value: string) => Buffer.from(value);

/** Conformance tests of every ObjectStore. */
export function describeObjectStore(name: string, makePlace: () => Promise<ObjectBackend>): void {
  describe(`ObjectStore: ${name}`, () => {
    let place: ObjectBackend;
    let store: ObjectStore;
    let files: TemporaryFolder;
    const bytesOf = async (key: string, range?: { start: number; end: number }) =>
      Buffer.concat(await (await store.get(key, range)).toArray());
    const list = (prefix: string): Promise<ObjectInfo[]> => Readable.from(store.list(prefix)).toArray();
    const keys = async (prefix = "") => (await list(prefix)).map((info) => info.key);

    beforeEach(async () => {
      files = await createTemporaryFolder();
      place = await makePlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
      await files.remove();
    });

    describe("put and get", () => {
      test.each<[string, Uint8Array]>([
        ["no bytes", new Uint8Array()],
        ["a few bytes", text("a,b\n1,2\n")],
        ["every byte", Uint8Array.from({ length: 256 }, (_, i) => i)],
        ["several megabytes", randomBytes(5_000_001)],
      ])("get returns the bytes that were put: %s", async (_case, bytes) => {
        const info = { key: "data/x.bin", size: bytes.length, sha256: sha256(bytes) };
        expect(await store.put("data/x.bin", bytes)).toEqual(info);
        expect(await store.head("data/x.bin")).toEqual(info);
        expect((await bytesOf("data/x.bin")).equals(bytes)).toBe(true);
      });

      test("put accepts a stream of many chunks", async () => {
        const chunks = Array.from({ length: 300 }, () => randomBytes(10_000));
        const info = await store.put("s", Readable.from(chunks), { sha256: sha256(Buffer.concat(chunks)), maxBytes: 3_000_000 });
        expect(info.size).toBe(3_000_000);
        expect(sha256(await bytesOf("s"))).toBe(info.sha256);
      });

      test("a second put replaces the first, and an open read of the first goes on to its end", async () => {
        const first = randomBytes(3_000_000);
        await store.put("k", first);
        const reader = await store.get("k");
        await store.put("k", text("second"));
        expect(Buffer.concat(await reader.toArray()).equals(first)).toBe(true);
        expect(await store.head("k")).toEqual({ key: "k", size: 6, sha256: sha256(text("second")) });
        expect(String(await bytesOf("k"))).toBe("second");
      });

      test("no reader sees an incomplete put", async () => {
        const body = new PassThrough();
        const put = store.put("k", body);
        body.write("first half, ");
        expect(await store.head("k")).toBeUndefined();
        await expect(store.get("k")).rejects.toThrow(NotFound);
        expect(await keys()).toEqual([]);
        body.end("second half");
        await put;
        expect(String(await bytesOf("k"))).toBe("first half, second half");
      });

      test.each<[string, { start: number; end: number }, string]>([
        ["the beginning", { start: 0, end: 3 }, "0123"],
        ["one byte", { start: 4, end: 4 }, "4"],
        ["up to the last", { start: 8, end: 9 }, "89"],
        ["beyond the last", { start: 8, end: 1000 }, "89"],
      ])("get returns a range: %s", async (_case, range, expected) => {
        await store.put("digits", text("0123456789"));
        expect(String(await bytesOf("digits", range))).toBe(expected);
      });

      test.each([
        { start: 10, end: 12 },
        { start: 3, end: 2 },
        { start: -1, end: 2 },
      ])("get rejects a range outside of the object: %j", async (range) => {
        await store.put("digits", text("0123456789"));
        await expect(store.get("digits", range)).rejects.toThrow(InvalidInput);
      });

      test("of a missing object head is undefined, get and download throw NotFound, and delete does nothing", async () => {
        await store.put("folder/object", text("x"));
        for (const key of ["nothing", "folder", "folder/object/below", "folder/other"]) {
          expect(await store.head(key)).toBeUndefined();
          await expect(store.get(key)).rejects.toThrow(NotFound);
          await expect(store.download(key, join(files.path, "out"))).rejects.toThrow(MissingObject);
          await store.delete(key);
        }
        expect(await keys()).toEqual(["folder/object"]);
      });
    });

    describe("rejected and interrupted puts", () => {
      const cut = () => Readable.from([text("some"), text("thing"), text("long")]);
      async function* failing() {
        yield text("some bytes");
        throw new Error("the connection was reset");
      }
      test.each<[string, (s: ObjectStore, key: string) => Promise<unknown>, string]>([
        ["longer than maxBytes", (s, key) => s.put(key, cut(), { maxBytes: 12 }), "larger than 12 bytes"],
        ["another digest", (s, key) => s.put(key, cut(), { sha256: sha256(text("other")) }), "SHA-256"],
        ["an interrupted body", (s, key) => s.put(key, Readable.from(failing())), "reset"],
        ["aborted before it began", (s, key) => s.put(key, cut(), { signal: AbortSignal.abort() }), "abort"],
      ])("a rejected put keeps the previous object and leaves nothing else: %s", async (_case, put, message) => {
        await store.put("old", text("old"));
        await expect(put(store, "new")).rejects.toThrow(message);
        await expect(put(store, "old")).rejects.toThrow(message);
        expect(await store.head("new")).toBeUndefined();
        expect(String(await bytesOf("old"))).toBe("old");
        expect(await keys()).toEqual(["old"]);
      });

      test.each<[string, (body: PassThrough, controller: AbortController) => void]>([
        ["aborted during the put", (_body, controller) => controller.abort()],
        ["closed by the sender during the put", (body) => body.destroy()],
      ])("an interrupted put keeps the previous object and leaves nothing else: %s", async (_case, stop) => {
        const body = new PassThrough();
        const controller = new AbortController();
        const put = store.put("k", body, { signal: controller.signal });
        body.write(randomBytes(100_000));
        stop(body, controller);
        await expect(put).rejects.toThrow();
        expect(body.destroyed).toBe(true);
        expect(await store.head("k")).toBeUndefined();
      });

      test("RejectedBytes states the reason", async () => {
        await expect(store.put("k", cut(), { maxBytes: 1 })).rejects.toMatchObject({ name: "RejectedBytes", reason: "TooLarge" });
        await expect(store.put("k", cut(), { sha256: sha256(text("")) })).rejects.toMatchObject({ reason: "DigestMismatch" });
        await expect(store.put("k", text("four"), { maxBytes: 4 })).resolves.toMatchObject({ size: 4 });
        expect(new RejectedBytes("TooLarge", "")).toBeInstanceOf(Error);
      });
    });

    describe("createOnly", () => {
      test("createOnly throws AlreadyExists when there is an object, and keeps it", async () => {
        await store.put("k", text("first"), { createOnly: true });
        await expect(store.put("k", text("second"), { createOnly: true })).rejects.toThrow(AlreadyExists);
        expect(String(await bytesOf("k"))).toBe("first");
      });

      test("of many concurrent createOnly puts exactly one succeeds, and the bytes are its own", async () => {
        const other = await place.open();
        const puts = Array.from({ length: 30 }, (_, n) => (n % 2 ? store : other).put("k", text(`put ${n}`), { createOnly: true }));
        const results = await Promise.allSettled(puts);
        const winners = results.flatMap((result, n) => (result.status === "fulfilled" ? [n] : []));
        expect(winners).toHaveLength(1);
        expect(String(await bytesOf("k"))).toBe(`put ${winners[0]}`);
        expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof AlreadyExists)).toBe(true);
        await other.close();
      });
    });

    test("during many concurrent puts of one key every reader gets one of the objects whole", async () => {
      const bodies = Array.from({ length: 20 }, () => randomBytes(50_000));
      const digests = new Set(bodies.map(sha256));
      await store.put("k", bodies[0]!);
      const reads = Array.from({ length: 20 }, async () => sha256(await bytesOf("k")));
      const heads = Array.from({ length: 20 }, async () => (await store.head("k"))!.sha256);
      await Promise.all([...bodies.map((body) => store.put("k", body)), ...reads, ...heads]);
      for (const digest of await Promise.all([...reads, ...heads])) expect(digests).toContain(digest);
      expect(await store.head("k")).toMatchObject({ sha256: sha256(await bytesOf("k")) });
    });

    test("concurrent puts and deletes in one folder never fail", async () => {
      const rounds = Array.from({ length: 20 }, async (_, n) => {
        for (let i = 0; i < 5; i++) {
          await store.put(`folder/sub/${n}`, text("x"));
          await store.delete(`folder/sub/${n}`);
        }
      });
      await Promise.all(rounds);
      expect(await keys()).toEqual([]);
    });

    describe("list", () => {
      beforeEach(async () => {
        for (const key of ["b/2", "a", "b/10", "b-1", "b.x", "bc/d", "b/1/z", "B"]) await store.put(key, text(key));
      });

      test.each([
        ["", ["B", "a", "b-1", "b.x", "b/1/z", "b/10", "b/2", "bc/d"]],
        ["b", ["b-1", "b.x", "b/1/z", "b/10", "b/2", "bc/d"]],
        ["b/", ["b/1/z", "b/10", "b/2"]],
        ["b/1", ["b/1/z", "b/10"]],
        ["b/2", ["b/2"]],
        ["c", []],
        ["../", []],
        ["/", []],
      ])("list returns every key that begins with %j, in order", async (prefix, expected) => {
        expect(await keys(prefix)).toEqual(expected);
      });

      test("list returns size and digest", async () => {
        expect(await list("bc")).toEqual([{ key: "bc/d", size: 4, sha256: sha256(text("bc/d")) }]);
      });

      test("a deleted object is missing", async () => {
        await store.delete("b/10");
        expect(await keys("b/1")).toEqual(["b/1/z"]);
        await expect(store.get("b/10")).rejects.toThrow(NotFound);
      });
    });

    test.each(["", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b", "a b", "ä", "a\\b", "a\u0000", "C:a", "x".repeat(513)])(
      "%j is an invalid key",
      async (key) => {
        await expect(store.put(key, text("x"))).rejects.toThrow(InvalidInput);
        await expect(store.get(key)).rejects.toThrow(InvalidInput);
        await expect(store.head(key)).rejects.toThrow(InvalidInput);
        await expect(store.delete(key)).rejects.toThrow(InvalidInput);
        await expect(store.download(key, join(files.path, "out"))).rejects.toThrow(InvalidInput);
      },
    );

    test.each(["...", "a..b", "-", "CON", "x".repeat(200), `${"d/".repeat(100)}f`])("%j is a valid key", async (key) => {
      await store.put(key, text(key));
      expect(String(await bytesOf(key))).toBe(key);
      expect(await keys()).toEqual([key]);
    });

    test("download makes a separate file, which stays when the object is replaced or deleted", async () => {
      const path = join(files.path, "copy.csv");
      await store.put("k", text("first"));
      await store.download("k", path);
      await store.put("k", text("second"));
      await store.delete("k");
      expect(await readFile(path, "utf8")).toBe("first");
    });

    test("download does not overwrite a file", async () => {
      const path = join(files.path, "mine.csv");
      await writeFile(path, "mine");
      await store.put("k", text("object"));
      await expect(store.download("k", path)).rejects.toThrow(AlreadyExists);
      expect(await readFile(path, "utf8")).toBe("mine");
    });

    describe("damage", () => {
      /** More than a block, so that a stream begins before it comes to the end. */
      const bytes = randomBytes(200_000);
      const flipped = (at: number) => (stored: Buffer) => {
        stored[at]! ^= 1;
        return stored;
      };
      beforeEach(async () => {
        await store.put("whole", text("whole"));
        await store.put("other", randomBytes(bytes.length));
        await store.put("damaged", bytes);
      });

      test.each<[string, Tampering]>([
        ["the first bit", { bytes: flipped(0) }],
        ["a bit in the middle", { bytes: flipped(100_000) }],
        ["the last bit", { bytes: flipped(bytes.length - 1) }],
        ["the last byte is missing", { bytes: (stored) => stored.subarray(0, -1) }],
        ["everything is missing", { bytes: () => Buffer.alloc(0) }],
        ["a byte is added", { bytes: (stored) => Buffer.concat([stored, Buffer.from("\n")]) }],
        ["another object takes its place", { objectOf: "other" }],
      ])("an object is never read as if whole: %s", async (_what, change) => {
        await place.tamper("damaged", change);
        const path = join(files.path, "copy");
        await expect(bytesOf("damaged")).rejects.toThrow(DamagedObject);
        await expect(store.verify("damaged")).rejects.toMatchObject({ key: "damaged" });
        await expect(store.download("damaged", path)).rejects.toThrow(DamagedObject);
        await expect(readFile(path)).rejects.toThrow("ENOENT");
        expect(await keys()).toEqual(["damaged", "other", "whole"]);
        expect(await store.verify("whole")).toEqual(await store.head("whole"));
        expect(String(await bytesOf("whole"))).toBe("whole");
        await store.delete("damaged");
        expect(await keys()).toEqual(["other", "whole"]);
      });

      test("a stream ends with an error where the damage begins, and has no byte of it", async () => {
        await place.tamper("damaged", { bytes: flipped(150_000) });
        const chunks: Buffer[] = [];
        await expect(
          (async () => {
            for await (const chunk of await store.get("damaged")) chunks.push(chunk);
          })(),
        ).rejects.toThrow(DamagedObject);
        const received = Buffer.concat(chunks);
        expect(received.length).toBeLessThanOrEqual(150_000);
        expect(received.equals(bytes.subarray(0, received.length))).toBe(true);
      });

      test("a range is checked alone", async () => {
        await place.tamper("damaged", { bytes: flipped(150_000) });
        await expect(bytesOf("damaged", { start: 149_999, end: 150_010 })).rejects.toThrow(DamagedObject);
        expect((await bytesOf("damaged", { start: 1_000, end: 90_000 })).equals(bytes.subarray(1_000, 90_001))).toBe(true);
      });
    });

    test("objects persist after closing and reopening", async () => {
      await store.put("a/b", text("kept"));
      await store.close();
      store = await place.open();
      expect(await store.head("a/b")).toEqual({ key: "a/b", size: 4, sha256: sha256(text("kept")) });
    });

    test("ping resolves while the store is open", () => store.ping());
  });
}
