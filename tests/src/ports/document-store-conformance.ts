import { AlreadyExists, type Clock, Conflict, type Document, type DocumentStore, NotFound } from "@agatha/contracts";
import { describeConcurrentWrites } from "./document-store/concurrent-writes.js";
import { BOOKS, type Book, type DocumentBackend } from "./document-store/samples.js";

/** Conformance tests of every DocumentStore. */
export function describeDocumentStoreConformance(name: string, makePlace: () => Promise<DocumentBackend>): void {
  describe(`DocumentStore: ${name}`, () => {
    let place: DocumentBackend;
    let store: DocumentStore;
    const time = { now: Date.parse("2024-05-01T00:00:00Z") };
    const clock: Clock = { now: () => time.now };
    const books = () => store.collection(BOOKS);
    const ids = (found: Book[]) => found.map((book) => book.id);
    const later = (ms: number) => new Date(time.now + ms).toISOString();

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open(clock);
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    describe("writes", () => {
      test("an inserted document has version 1 and is read back unchanged", async () => {
        const extra = { list: [1, 2.5, "é😀", null, { deep: true }], text: "a\u0000b\nc", ["__proto__"]: { polluted: 1 } };
        const inserted = await books().insert({ id: "a", title: "T", pages: -0.1, extra });
        expect(inserted.version).toBe(1);
        const read = await books().get("a");
        expect(read).toEqual(inserted);
        expect(JSON.stringify(read?.extra)).toBe(JSON.stringify(extra));
      });

      test("a read returns a copy: changing it does not change the store", async () => {
        await books().insert({ id: "a", extra: { n: 1 } });
        const read = await books().get("a");
        (read!.extra as { n: number }).n = 2;
        expect((await books().get("a"))?.extra).toEqual({ n: 1 });
      });

      test("a missing document is undefined", async () => {
        expect(await books().get("nothing")).toBeUndefined();
      });

      test.each(["a/b", "é", "A", "..", "a\u0000", "__proto__", "💥".repeat(64)])("%j is a valid id", async (id) => {
        await books().insert({ id });
        await books().insert({ id: "z" });
        expect((await books().get(id))?.id).toBe(id);
        expect(await books().delete(id)).toBe(true);
        expect(ids(await books().find())).toEqual(["z"]);
      });

      test.each(["", "x".repeat(129)])("%j is an invalid id", async (id) => {
        await expect(books().insert({ id })).rejects.toThrow("id");
      });

      test("inserting an id twice throws AlreadyExists and keeps the first document", async () => {
        await books().insert({ id: "a", pages: 1 });
        await expect(books().insert({ id: "a", pages: 2 })).rejects.toThrow(AlreadyExists);
        expect((await books().get("a"))?.pages).toBe(1);
      });

      test("replace raises the version", async () => {
        const first = await books().insert({ id: "a", pages: 1 });
        expect(await books().replace({ ...first, pages: 2 })).toEqual({ id: "a", version: 2, pages: 2 });
        expect(await books().get("a")).toEqual({ id: "a", version: 2, pages: 2 });
      });

      test("replacing an older version throws Conflict and changes nothing", async () => {
        const first = await books().insert({ id: "a", pages: 1 });
        await books().replace({ ...first, pages: 2 });
        await expect(books().replace({ ...first, pages: 3 })).rejects.toThrow(Conflict);
        expect((await books().get("a"))?.pages).toBe(2);
      });

      test("replacing a missing document throws NotFound", async () => {
        await expect(books().replace({ id: "a", version: 1 })).rejects.toThrow(NotFound);
      });

      test("put inserts a document, and then overwrites any version", async () => {
        expect((await books().put({ id: "a", pages: 1 })).version).toBe(1);
        expect((await books().put({ id: "a", shelf: "s" })).version).toBe(2);
        expect(await books().get("a")).toEqual({ id: "a", version: 2, shelf: "s" });
      });

      test("delete returns whether the document existed", async () => {
        await books().insert({ id: "a" });
        expect([await books().delete("a"), await books().delete("a")]).toEqual([true, false]);
        expect(await books().get("a")).toBeUndefined();
      });

      test("collections do not share documents", async () => {
        const notes = store.collection<Document>({ name: "notes", indexes: {} });
        await books().insert({ id: "a" });
        await notes.insert({ id: "a" });
        await notes.delete("a");
        expect([await books().count(), await notes.count()]).toEqual([1, 0]);
      });
    });

    describe("unique indexes", () => {
      test("a taken unique value throws AlreadyExists on insert, replace and put, and changes nothing", async () => {
        await books().insert({ id: "a", title: "T" });
        const other = await books().insert({ id: "b", title: "U", pages: 1 });
        await expect(books().insert({ id: "c", title: "T" })).rejects.toThrow(AlreadyExists);
        await expect(books().replace({ ...other, title: "T" })).rejects.toThrow(AlreadyExists);
        await expect(books().put({ id: "b", title: "T" })).rejects.toThrow(AlreadyExists);
        expect(await books().get("c")).toBeUndefined();
        expect(await books().get("b")).toEqual(other);
        expect(ids(await books().find({ where: { title: "T" } }))).toEqual(["a"]);
      });

      test("a unique value is free once its document is deleted or has another one", async () => {
        const a = await books().insert({ id: "a", title: "T" });
        await books().replace({ ...a, title: "U" });
        await books().insert({ id: "b", title: "T" });
        await books().delete("a");
        await books().insert({ id: "c", title: "U" });
        expect(ids(await books().find({ where: { title: "U" } }))).toEqual(["c"]);
      });

      test("any number of documents may lack the field of a unique index", async () => {
        await books().insert({ id: "a" });
        await books().insert({ id: "b" });
        expect(await books().count()).toBe(2);
      });
    });

    describe("find", () => {
      beforeEach(async () => {
        await books().insert({ id: "d", shelf: "x", row: 1, pages: 30, title: "D" });
        await books().insert({ id: "b", shelf: "x", row: 2, pages: 10 });
        await books().insert({ id: "c", shelf: "y", row: 1, pages: 20 });
        await books().insert({ id: "a", shelf: "x", row: 1 });
      });

      test.each<[string, Parameters<ReturnType<typeof books>["find"]>[0], string[]]>([
        ["all documents in order of id", {}, ["a", "b", "c", "d"]],
        ["by an index of one field", { where: { shelf: "x" } }, ["a", "b", "d"]],
        ["by an index of two fields, in any order", { where: { row: 1, shelf: "x" } }, ["a", "d"]],
        ["a unique value", { where: { title: "D" } }, ["d"]],
        ["no such value", { where: { shelf: "X" } }, []],
        ["text is not a number", { where: { row: "1" as unknown as number, shelf: "x" } }, []],
        ["text with special characters", { where: { title: 'a\u0000/"\\' } }, []],
        ["sorted by number, documents without it first", { sort: { field: "pages", order: "asc" } }, ["a", "b", "c", "d"]],
        ["sorted in descending order", { sort: { field: "pages", order: "desc" } }, ["d", "c", "b", "a"]],
        ["sorted by text", { where: { row: 1, shelf: "x" }, sort: { field: "title", order: "desc" } }, ["d", "a"]],
        ["a page", { skip: 1, limit: 2 }, ["b", "c"]],
        ["a page of a sorted result", { where: { shelf: "x" }, sort: { field: "pages", order: "desc" }, skip: 1, limit: 1 }, ["b"]],
      ])("find: %s", async (_case, options, expected) => {
        expect(ids(await books().find(options))).toEqual(expected);
      });

      test("find rejects a field without an index", async () => {
        await expect(books().find({ where: { pages: 10 } })).rejects.toThrow("index");
      });

      test("getMany returns those of the documents that exist, by their ids", async () => {
        for (const id of ["one", "two", "three"]) await books().insert({ id, pages: id.length });
        await books().insert({ id: "gone", expiresAt: later(1000) });
        time.now += 1000;
        const found = await books().getMany(["three", "nothing", "one", "gone", "three", "__proto__"]);
        expect([...found.keys()].sort()).toEqual(["one", "three"]);
        expect(found.get("three")).toEqual(await books().get("three"));
        expect(await books().getMany([])).toEqual(new Map());
      });

      test("count returns as many documents as find", async () => {
        expect([await books().count(), await books().count({ shelf: "x" }), await books().count({ shelf: "nowhere" })]).toEqual([4, 3, 0]);
      });
    });

    describe("expiry", () => {
      test("an expired document is invisible to every kind of reader at once", async () => {
        await books().insert({ id: "a", title: "T", shelf: "s", expiresAt: later(1000) });
        await books().insert({ id: "b", shelf: "s", expiresAt: later(1001) });
        time.now += 1000;
        expect(await books().get("a")).toBeUndefined();
        expect(ids(await books().find())).toEqual(["b"]);
        expect(ids(await books().find({ where: { shelf: "s" } }))).toEqual(["b"]);
        expect([await books().count(), await books().count({ title: "T" })]).toEqual([1, 0]);
        expect(await books().delete("a")).toBe(false);
      });

      test("an expired document frees its id and its unique values", async () => {
        const old = await books().insert({ id: "a", title: "T", expiresAt: later(10) });
        await books().insert({ id: "b", title: "U", expiresAt: later(10) });
        time.now += 10;
        await expect(books().replace(old)).rejects.toThrow(NotFound);
        expect((await books().insert({ id: "a", title: "U" })).version).toBe(1);
        expect((await books().put({ id: "b", title: "T" })).version).toBe(1);
        expect(await books().count()).toBe(2);
      });

      test("replacing without expiresAt keeps the document for good", async () => {
        const { id, version } = await books().insert({ id: "a", expiresAt: later(10) });
        await books().replace({ id, version });
        time.now += 1_000_000;
        expect(await books().get("a")).toEqual({ id: "a", version: 2 });
        expect(await books().count()).toBe(1);
      });
    });

    describeConcurrentWrites(() => ({ place, store, clock }));

    test("documents persist after closing and reopening", async () => {
      await Promise.all(Array.from({ length: 200 }, (_, n) => books().insert({ id: `d${n}`, title: `T${n}`, shelf: `${n % 2}` })));
      await store.close();
      store = await place.open(clock);
      expect([await books().count(), await books().count({ shelf: "1" })]).toEqual([200, 100]);
      await expect(books().insert({ id: "new", title: "T7" })).rejects.toThrow(AlreadyExists);
    });

    test("a new index covers the existing documents", async () => {
      await books().insert({ id: "a", pages: 7 });
      await books().insert({ id: "b", pages: 8 });
      await store.close();
      store = await place.open(clock);
      const indexed = store.collection<Book>({ ...BOOKS, indexes: { ...BOOKS.indexes, pages: { fields: ["pages"] } } });
      expect(ids(await indexed.find({ where: { pages: 8 } }))).toEqual(["b"]);
      expect(await indexed.count()).toBe(2);
    });

    test("ping answers while open, and throws once closed as every other call does", async () => {
      await store.ping();
      const collection = books();
      await store.close();
      await expect(store.ping()).rejects.toThrow("closed");
      await expect(collection.get("a")).rejects.toThrow("closed");
      await expect(collection.insert({ id: "a" })).rejects.toThrow("closed");
      await store.close();
    });
  });
}
