import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createS3ObjectStore } from "@agatha/adapters/objects/s3-object-store";
import { Client } from "minio";
import { describeObjectStore } from "./object-store-conformance.js";
import { describeWith } from "./servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startS3, startS3Servers } from "./store-servers.js";
import { createTemporaryFolder } from "./temporary-folder.js";

/** `port` returns that of the server that is asked. */
function describeMinio(name: string, port: () => number): void {
  describeObjectStore(name, async () => {
    const files = await createTemporaryFolder();
    const bucket = `test-${randomUUID()}`;
    const client = new Client({ endPoint: "127.0.0.1", port: port(), useSSL: false, ...S3_CREDENTIALS });
    return {
      async open() {
        const store = createS3ObjectStore({ endpoint: `http://127.0.0.1:${port()}`, bucket, ...S3_CREDENTIALS, scratch: files.path });
        await store.ensureBucket();
        return store;
      },
      remove: files.remove,
      async tamper(key, change) {
        const source = "objectOf" in change ? change.objectOf : key;
        const { metaData } = await client.statObject(bucket, source);
        const stored = await buffer(await client.getObject(bucket, source));
        await client.putObject(bucket, key, "bytes" in change ? change.bytes(stored) : stored, undefined, metaData);
      },
    };
  });
}

describeWith("S3", STORE_PROGRAMS.s3, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startS3(program);
  });
  afterAll(() => server.remove());
  describeMinio("MinIO", () => server.port);

  test.each([
    ["an unknown access key", { accessKey: "nobody" }, "it does not know the access key (InvalidAccessKeyId)"],
    ["a wrong secret key", { secretKey: "wrong-secret" }, "the secret key is not that of the access key (SignatureDoesNotMatch)"],
  ])("%s is told as such, by ping and by the reading of an object", async (_what, wrong, problem) => {
    const files = await createTemporaryFolder();
    const endpoint = `http://127.0.0.1:${server.port}`;
    const store = createS3ObjectStore({ endpoint, bucket: "test", ...S3_CREDENTIALS, ...wrong, scratch: files.path });
    const told = `The object store at ${endpoint} does not accept the credentials: ${problem}`;
    await expect(store.ping()).rejects.toThrow(told);
    await expect(store.get("uploads/a.csv")).rejects.toThrow(told);
    await store.close();
    await files.remove();
  });
});

describeWith("S3 of four servers, one of which is gone", STORE_PROGRAMS.s3, (program) => {
  let cluster: Awaited<ReturnType<typeof startS3Servers>>;
  beforeAll(async () => {
    cluster = await startS3Servers(program, 4);
    await cluster.servers[3]!.kill();
  }, 180_000);
  afterAll(() => cluster.remove());
  describeMinio("MinIO of several servers", () => cluster.servers[0]!.port);
});
