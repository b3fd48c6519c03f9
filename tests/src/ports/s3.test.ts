import { randomUUID } from "node:crypto";
import { createS3ObjectStore, type S3ObjectStoreOptions } from "@agatha/adapters/objects/s3-object-store";
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
    return { open: () => opened(files, { bucket }), remove: files.remove };
  });
});
