import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createS3ObjectStore, type S3ObjectStore, type S3ObjectStoreOptions } from "@agatha/adapters/objects/s3-object-store";
import { AlreadyExists, DamagedObject, NotFound } from "@agatha/contracts";
import { Client } from "minio";
import { type LegacyS3, startLegacyS3 } from "./legacy-s3.js";
import { OUTAGES, runThroughOutage } from "./outage.js";
import { describeWith } from "./servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startS3 } from "./store-servers.js";
import { startTcpProxy } from "./tcp-proxy.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "./temporary-folder.js";

const BUCKET = "faults";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describeWith("faults of S3", STORE_PROGRAMS.s3, (program) => {
  let server: StoreServer;
  let files: TemporaryFolder;
  let stores: S3ObjectStore[];
  beforeAll(async () => {
    server = await startS3(program);
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    files = await createTemporaryFolder();
    stores = [];
  });
  afterEach(async () => {
    server.resume();
    await server.restart();
    await Promise.all(stores.map((store) => store.close()));
    await files.remove();
  });

  async function opened(options: Partial<S3ObjectStoreOptions> = {}) {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const store = createS3ObjectStore({ endpoint, bucket: BUCKET, ...S3_CREDENTIALS, scratch: files.path, ...options });
    stores.push(store);
    await eventually(() =>
      store.ensureBucket().then(
        () => true,
        () => false,
      ),
    );
    return store;
  }
  const stranger = () => new Client({ endPoint: "127.0.0.1", port: server.port, useSSL: false, ...S3_CREDENTIALS });
  const bytesOf = async (store: S3ObjectStore, key: string) => Buffer.concat(await (await store.get(key)).toArray());

  test.each(OUTAGES)("a server that %s: puts succeed or are Unavailable, and acknowledged objects are whole", async (what, down, up) => {
    const store = await opened({ timeoutMs: 500, maxRetryMs: 0 });
    const prefix = what.split(" ").join("-");
    const acknowledged: { key: string; sha256: string }[] = [];
    const step = async (n: number) => {
      const bytes = randomBytes(n % 3 ? 1_000 : 300_000);
      const { key } = await store.put(`${prefix}/${n}`, bytes, { createOnly: true });
      acknowledged.push({ key, sha256: sha256(bytes) });
    };
    const { failed } = await runThroughOutage(4, step, [() => down(server), () => up(server)]);
    expect([...failed.keys()]).toEqual(["Unavailable"]);
    const patient = await opened();
    for (const { key, sha256: digest } of acknowledged) expect(sha256(await bytesOf(patient, key))).toBe(digest);
    for await (const { key, size, sha256: digest } of patient.list(prefix)) {
      const bytes = await bytesOf(patient, key);
      expect({ size, digest }).toEqual({ size: bytes.length, digest: sha256(bytes) });
    }
    expect(await readdir(files.path)).toEqual([]);
  });

  test.each(OUTAGES)("a server that %s before the retries end: every call succeeds", async (_what, down, up) => {
    const store = await opened({ timeoutMs: 500 });
    const key = `once-${randomBytes(4).toString("hex")}`;
    const bytes = randomBytes(4_000_000);
    await down(server);
    await Promise.all([store.put(key, bytes, { createOnly: true }), up(server)]);
    await down(server);
    const [read, info] = await Promise.all([
      bytesOf(store, key),
      store.head(key),
      store.download(key, join(files.path, "copy")),
      up(server),
    ]);
    expect([sha256(read), info?.sha256]).toEqual([sha256(bytes), sha256(bytes)]);
    await expect(store.put(key, bytes, { createOnly: true })).rejects.toThrow(AlreadyExists);
  });

  test.each(OUTAGES)("a server that %s during a read: the read continues where it broke off", async (_what, down, up) => {
    const store = await opened({ timeoutMs: 500 });
    const bytes = randomBytes(48_000_000);
    await store.put("large", bytes);
    const reader = (await store.get("large"))[Symbol.asyncIterator]();
    const chunks: Buffer[] = [(await reader.next()).value];
    await down(server);
    await up(server);
    for (let next = await reader.next(); !next.done; next = await reader.next()) chunks.push(next.value);
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(bytes));
  });

  test("connections that died silently cost the timeout of one, not of each", async () => {
    const way = await startTcpProxy(async () => server.port);
    const store = await opened({ endpoint: `http://127.0.0.1:${way.port}`, timeoutMs: 500, maxRetryMs: 3_000 });
    await store.put("here", Buffer.from("still"));
    await Promise.all(Array.from({ length: 32 }, () => store.head("here")));
    expect(way.blackhole()).toBeGreaterThan(8);
    expect(String(await bytesOf(store, "here"))).toBe("still");
    await way.close();
  });

  test("a reader who stops halfway leaves no connection open", async () => {
    const store = await opened({ timeoutMs: 500, maxRetryMs: 0 });
    await store.put("large", randomBytes(8_000_000));
    // More reads than there are connections.
    for (let n = 0; n < 100; n++) {
      const stream = await store.get("large");
      await stream[Symbol.asyncIterator]().next();
      stream.destroy();
    }
    await store.ping();
  });

  test("an object whose bytes were changed by others is not read to its end", async () => {
    const store = await opened();
    const info = await store.put("damaged", Buffer.from("as it was"));
    await stranger().putObject(BUCKET, "damaged", Buffer.from("as it is!"), undefined, { sha256: info.sha256 });
    await expect(bytesOf(store, "damaged")).rejects.toThrow("damaged");
    await expect(store.download("damaged", join(files.path, "copy"))).rejects.toThrow("SHA-256");
    expect(await readdir(files.path)).toEqual([]);
  });

  test("an object that the server itself finds damaged is told as such, and others can be read", async () => {
    const store = await opened({ maxRetryMs: 0 });
    const key = "rotten";
    await store.put(key, randomBytes(10_000));
    await store.put("sound", Buffer.from("sound"));
    const file = join(server.folder, BUCKET, key, "xl.meta");
    const bytes = await readFile(file);
    bytes[bytes.length - 2_000]! ^= 1;
    await writeFile(file, bytes);
    await expect(store.get(key)).rejects.toThrow(DamagedObject);
    await expect(store.verify(key)).rejects.toThrow(DamagedObject);
    expect(String(await bytesOf(store, "sound"))).toBe("sound");
    await store.delete(key);
  });

  test("an object written by another program can be read and has no digest", async () => {
    const store = await opened();
    await stranger().putObject(BUCKET, "uploads/theirs.csv", Buffer.from("a,b\n"));
    expect(await store.head("uploads/theirs.csv")).toEqual({ key: "uploads/theirs.csv", size: 4, sha256: "" });
    expect(String(await bytesOf(store, "uploads/theirs.csv"))).toBe("a,b\n");
    await expect(store.put("uploads/theirs.csv", Buffer.from("x"), { createOnly: true })).rejects.toThrow(AlreadyExists);
  });

  test("more than a page of objects is listed completely, in order", async () => {
    const store = await opened();
    const keys = Array.from({ length: 1_100 }, (_, n) => `many/${String(n).padStart(4, "0")}`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from(key))));
    const listed: string[] = [];
    for await (const { key } of store.list("many/")) listed.push(key);
    expect(listed).toEqual(keys);
  });

  test("wrong keys and a missing bucket are reported as such", async () => {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const wrong = createS3ObjectStore({ endpoint, bucket: BUCKET, ...S3_CREDENTIALS, secretKey: "wrong-secret", scratch: files.path });
    await expect(wrong.head("a")).rejects.not.toMatchObject({ name: "Unavailable" });
    const elsewhere = createS3ObjectStore({ endpoint, bucket: "not-there", ...S3_CREDENTIALS, scratch: files.path });
    await expect(elsewhere.ping()).rejects.toThrow("no bucket not-there");
    await expect(elsewhere.get("a")).rejects.toThrow(NotFound);
    stores.push(wrong, elsewhere);
  });

  describe.each(["refuses", "ignores"] as const)("a server that %s conditions", (manner) => {
    let older: LegacyS3;
    beforeEach(async () => {
      older = await startLegacyS3(server.port, manner, { ...S3_CREDENTIALS, bucket: BUCKET });
    });
    afterEach(() => older.close());

    test("createOnly creates an object once without conditional writes", async () => {
      const store = await opened({ endpoint: `http://127.0.0.1:${older.port}` });
      const key = `older/${manner}`;
      await store.put(key, Buffer.from("first"), { createOnly: true });
      await expect(store.put(key, Buffer.from("second"), { createOnly: true })).rejects.toThrow(AlreadyExists);
      await store.put(`${key}-2`, Buffer.from("another"), { createOnly: true });
      expect(String(await bytesOf(store, key))).toBe("first");
      expect(older.conditionalPuts()).toBe(1);
    });
  });
});
