import { randomUUID } from "node:crypto";
import { createS3ObjectStore, type S3ObjectStoreOptions } from "@agatha/adapters/objects/s3-object-store";
import { describeObjectStore } from "./object-store-suite.js";
import { type Scratch, scratch } from "./scratch.js";
import { describeWith } from "./servers.js";
import { ACCESS, PROGRAMS, type StoreServer, startS3 } from "./store-servers.js";

describeWith("S3", PROGRAMS.s3, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startS3(program);
  });
  afterAll(() => server.remove());

  async function opened(files: Scratch, options: Partial<S3ObjectStoreOptions> = {}) {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const store = createS3ObjectStore({ endpoint, bucket: "test", ...ACCESS, scratch: files.path, ...options });
    await store.ensureBucket();
    return store;
  }

  describeObjectStore("MinIO", async () => {
    const files = await scratch();
    const bucket = `test-${randomUUID()}`;
    return { open: () => opened(files, { bucket }), remove: files.remove };
  });
});
