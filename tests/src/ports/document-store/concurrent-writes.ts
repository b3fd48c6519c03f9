import { type Clock, Conflict, type DocumentStore } from "@agatha/contracts";
import { BOOKS, type Book, type DocumentBackend } from "./samples.js";

/** Tests writes through two openings of the same backend. `given` returns the backend and store that a test of the suite has opened. */
export function describeConcurrentWrites(given: () => { place: DocumentBackend; store: DocumentStore; clock: Clock }): void {
  describe("concurrent writes", () => {
    let store: DocumentStore;
    let second: DocumentStore;
    const books = () => store.collection(BOOKS);
    const ids = (found: Book[]) => found.map((book) => book.id);
    beforeEach(async () => {
      const opened = given();
      store = opened.store;
      second = await opened.place.open(opened.clock);
    });
    afterEach(() => second.close());

    /** Alternates between both openings. */
    const either = (n: number) => (n % 2 ? second : store).collection(BOOKS);
    const outcomes = async (writes: Promise<unknown>[]) =>
      (await Promise.allSettled(writes)).map((result) => (result.status === "fulfilled" ? "done" : (result.reason as Error).name));
    const times = <R>(n: number, make: (n: number) => R) => Array.from({ length: n }, (_, i) => make(i));

    test("of many concurrent inserts of one id exactly one succeeds", async () => {
      const results = await outcomes(times(50, (n) => either(n).insert({ id: "a", row: n })));
      expect(results.filter((result) => result === "done")).toHaveLength(1);
      expect(new Set(results)).toEqual(new Set(["done", "AlreadyExists"]));
      expect((await books().get("a"))?.row).toBe(results.indexOf("done"));
    });

    test("of many concurrent inserts of one unique value exactly one succeeds", async () => {
      const results = await outcomes(times(50, (n) => either(n).insert({ id: `id${n}`, title: "T" })));
      expect(results.filter((result) => result === "done")).toHaveLength(1);
      expect(ids(await books().find())).toEqual([`id${results.indexOf("done")}`]);
    });

    test("of many concurrent replacements of one version exactly one succeeds", async () => {
      const first = await books().insert({ id: "a" });
      const results = await outcomes(times(50, (n) => either(n).replace({ ...first, row: n })));
      expect(results.filter((result) => result === "done")).toHaveLength(1);
      expect(new Set(results)).toEqual(new Set(["done", "Conflict"]));
      expect(await books().get("a")).toEqual({ id: "a", version: 2, row: results.indexOf("done") });
    });

    test("many concurrent puts of one document all succeed, one after the other", async () => {
      await Promise.all(times(50, (n) => either(n).put({ id: "a", shelf: `s${n}` })));
      const last = await books().get("a");
      expect(last?.version).toBe(50);
      const indexed = await Promise.all(times(50, (n) => books().count({ shelf: `s${n}` })));
      expect(indexed.map((count, n) => (count ? `s${n}` : "")).filter(Boolean)).toEqual([last?.shelf]);
    });

    test("concurrent increments by compare-and-set lose no step", async () => {
      await books().insert({ id: "a", pages: 0 });
      const step = async (n: number): Promise<void> => {
        const present = (await either(n).get("a"))!;
        try {
          await either(n).replace({ ...present, pages: present.pages! + 1 });
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          await step(n);
        }
      };
      await Promise.all(times(20, step));
      expect(await books().get("a")).toEqual({ id: "a", version: 21, pages: 20 });
    });

    test("a write through one opening is read through the other at once", async () => {
      for (let n = 0; n < 50; n++) {
        await either(n).insert({ id: `d${n}`, shelf: "s" });
        expect((await either(n + 1).get(`d${n}`))?.id).toBe(`d${n}`);
        expect(await either(n + 1).count({ shelf: "s" })).toBe(n + 1);
      }
    });
  });
}
