import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createS3ObjectStore, type S3ObjectStoreOptions } from "@agatha/adapters/objects/s3-object-store";
import { Client } from "minio";
import { describeObjectStore } from "./object-store-conformance.js";
import { describeWith } from "./servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startS3 } from "./store-servers.js";
import { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.js";

describeWith("S3", STORE_PROGRAMS.s3, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startS3(program);
  });
  afterAll(() => server.remove());

  async function opened(files: TemporaryFolder, options: Partial<S3ObjectStoreOptions> = {}) {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const store = createS3ObjectStore({ endpoint, bucket: "test", ...S3_CREDENTIALS, scratch: files.path, ...options });
    await store.ensureBucket();
    return store;
  }

  describeObjectStore("MinIO", async () => {
    const files = await createTemporaryFolder();
    const bucket = `test-${randomUUID()}`;
    const client = new Client({ endPoint: "127.0.0.1", port: server.port, useSSL: false, ...S3_CREDENTIALS });
    return {
      open: () => opened(files, { bucket }),
      remove: files.remove,
      async tamper(key, change) {
        const source = "objectOf" in change ? change.objectOf : key;
        const { metaData } = await client.statObject(bucket, source);
        const stored = await buffer(await client.getObject(bucket, source));
        await client.putObject(bucket, key, "bytes" in change ? change.bytes(stored) : stored, undefined, metaData);
      },
    };
  });
});
