import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { createMongoDocumentStore, type MongoDocumentStoreOptions } from "@agatha/adapters/documents/mongo-document-store";
import { Conflict, type DocumentStore, NotFound, Unavailable } from "@agatha/contracts";
import { type Db, MongoClient } from "mongodb";
import { BOOKS } from "./document-store/samples.js";
import { OUTAGES, runThroughOutage } from "./outage.js";
import { describeWith } from "./servers.js";
import { STORE_PROGRAMS, type StoreServer, startMongo } from "./store-servers.js";
import { eventually } from "./temporary-folder.js";

describeWith("faults of MongoDB's wire protocol", STORE_PROGRAMS.mongo, (program) => {
  let server: StoreServer;
  let database: string;
  let stores: DocumentStore[];
  beforeAll(async () => {
    server = await startMongo(program);
  });
  afterAll(() => server.remove());
  beforeEach(() => {
    database = `t${randomUUID().replaceAll("-", "")}`;
    stores = [];
  });
  afterEach(async () => {
    server.resume();
    await server.restart();
    await Promise.all(stores.map((store) => store.close()));
  });

  const url = () => `mongodb://127.0.0.1:${server.port}/`;
  function opened(options: Partial<MongoDocumentStoreOptions> = {}) {
    const store = createMongoDocumentStore({ url: url(), database, ...options });
    stores.push(store);
    return store.collection(BOOKS);
  }
  async function inServer<R>(work: (db: Db) => Promise<R>): Promise<R> {
    const client = new MongoClient(url());
    try {
      return await work(client.db(database));
    } finally {
      await client.close();
    }
  }

  test.each(OUTAGES)("a server that %s: writes succeed or are Unavailable, and no acknowledged write is lost", async (_what, down, up) => {
    const books = opened({ timeoutMs: 500, maxRetryMs: 0 });
    const acknowledged: string[] = [];
    const step = async (n: number) => {
      await books.insert({ id: `b${n}`, title: `T${n}`, row: n });
      acknowledged.push(`b${n}`);
    };
    const { failed } = await runThroughOutage(6, step, [() => down(server), () => up(server)]);
    expect([...failed.keys()]).toEqual(["Unavailable"]);
    const there = await books.find();
    const ids = new Set(there.map((book) => book.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    for (const { id, row, title } of there) expect([id, title]).toEqual([`b${row}`, `T${row}`]);
  });

  test.each(OUTAGES)(
    "a server that %s before the retries end: no step is lost, and only steps reported as uncertain are doubled",
    async (_what, down, up) => {
      const [one, two] = [opened({ timeoutMs: 500 }), opened({ timeoutMs: 500 })];
      await one.insert({ id: "counter", pages: 0 });
      let [done, uncertain] = [0, 0];
      const count = async (books: typeof one) => {
        while (done < 60) {
          const present = (await books.get("counter"))!;
          try {
            await books.replace({ ...present, pages: present.pages! + 1 });
            done++;
          } catch (error) {
            if (error instanceof Unavailable) uncertain++;
            else if (!(error instanceof Conflict)) throw error;
          }
        }
      };
      const counting = Promise.all([count(one), count(one), count(two)]);
      for (const least of [10, 30]) {
        await eventually(() => done >= least);
        await down(server);
        await Promise.all([one.count(), up(server)]);
      }
      await counting;
      const { pages, version } = (await two.get("counter"))!;
      expect(version).toBe(pages! + 1);
      expect(pages).toBeGreaterThanOrEqual(done);
      expect(pages).toBeLessThanOrEqual(done + uncertain);
      // At most the operations in progress at the two moments.
      expect(uncertain).toBeLessThanOrEqual(6);
    },
  );

  test("without a server a call fails when the retries end, not before, and names the server", async () => {
    const books = opened({ timeoutMs: 300, maxRetryMs: 1_000 });
    await books.insert({ id: "a" });
    await server.kill();
    const began = Date.now();
    await expect(books.get("a")).rejects.toMatchObject({
      name: "Unavailable",
      message: expect.stringContaining(`127.0.0.1:${server.port}`),
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(500);
    expect(Date.now() - began).toBeLessThan(5_000);
    await expect(stores[0]!.ping()).rejects.toMatchObject({ name: "Unavailable", code: "011101" });
    await server.restart();
    await eventually(async () => {
      const found = await books.get("a").catch(() => undefined);
      return found?.id === "a";
    });
    await stores[0]!.ping();
  });

  test("a store that is opened before its server starts works afterwards", async () => {
    await server.kill();
    const books = opened({ timeoutMs: 300, maxRetryMs: 0 });
    for (const attempt of [1, 2]) await expect(books.insert({ id: `early${attempt}` })).rejects.toMatchObject({ name: "Unavailable" });
    await expect(stores[0]!.ping()).rejects.toMatchObject({ name: "Unavailable" });
    await server.restart();
    await stores[0]!.ping();
    expect(await books.insert({ id: "late" })).toMatchObject({ version: 1 });
  });

  describe("a connection that is closed during a write", () => {
    const { write } = Socket.prototype;
    const sockets: Socket[] = [];
    let breaking: (socket: Socket) => boolean;
    let broken: number;
    beforeEach(() => {
      sockets.length = 0;
      broken = 0;
      breaking = () => false;
      Socket.prototype.write = function (this: Socket, ...given: Parameters<typeof write>) {
        if (this.remotePort !== server.port) return write.apply(this, given);
        if (!sockets.includes(this)) sockets.push(this);
        if (!breaking(this)) return write.apply(this, given);
        broken++;
        // A socket behaves like this when it is closed and nobody knows yet.
        this.destroy();
        return false;
      } as typeof write;
    });
    afterEach(() => {
      Socket.prototype.write = write;
    });

    test("an operation on a closed connection is Unavailable although the driver waits for ever, and the next one ends", async () => {
      const books = opened({ timeoutMs: 300, maxRetryMs: 0 });
      await books.insert({ id: "a" });
      breaking = () => true;
      await expect(books.get("a")).rejects.toMatchObject({
        name: "Unavailable",
        // 10 s for the claim of a dead process, and four time limits.
        message: expect.stringContaining("no end within 11200 ms"),
      });
      breaking = () => false;
      expect(await books.get("a")).toMatchObject({ id: "a" });
    });

    test("the driver finds its server again after its monitoring connection was closed", async () => {
      const books = opened({ timeoutMs: 300, maxRetryMs: 0 });
      await books.insert({ id: "a" });
      const [first] = sockets;
      breaking = (socket) => socket === first;
      // The driver checks every 5 s.
      await eventually(() => broken === 1);
      await server.restart();
      await eventually(async () => (await books.get("a").catch(() => undefined))?.id === "a", 10);
    });
  });

  test("more operations at once than there are connections all end", async () => {
    const books = opened();
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => books.insert({ id: `b${n}`, shelf: "s" })));
    expect(await books.count({ shelf: "s" })).toBe(1_000);
  });

  test("expired documents are removed from the server", async () => {
    const books = opened({ sweepIntervalMs: 50 });
    await books.insert({ id: "a", expiresAt: new Date(Date.now() + 500).toISOString() });
    await books.insert({ id: "b" });
    const present = () => inServer((db) => db.collection("books").countDocuments());
    expect(await present()).toBe(2);
    await eventually(async () => (await present()) === 1);
    expect(await books.get("b")).toMatchObject({ id: "b" });
  });

  test("a claim left by a dead process does not block others for long", async () => {
    const books = opened();
    const first = await books.insert({ id: "a" });
    await inServer((db) => db.collection<{ _id: string; holder: string }>("claims").insertOne({ _id: "books/a", holder: "dead" }));
    expect(await books.replace({ ...first, pages: 1 })).toMatchObject({ version: 2 });
    await expect(books.replace({ id: "b", version: 1 })).rejects.toThrow(NotFound);
  });
});
